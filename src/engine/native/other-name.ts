import { look } from '../../core/look.ts'
import { Misplaced } from './misplaced.ts'

/** Throws a `Misplaced` that says so where a setting that means a folder, as it names no `name`, points at a file. */
export function refuseOtherName(name: string, configured: string, setting: string): void {
  if (!look(configured)?.isFile()) return
  throw new Misplaced(
    `${setting} is ${configured}, a file that is not called ${name}. Point it at that, or at its folder.`,
  )
}
