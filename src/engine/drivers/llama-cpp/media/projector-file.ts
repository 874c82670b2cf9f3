import { unseen } from '../../../../core/look.ts'
import { openFile } from '../../../../core/open-file.ts'

const MAGIC = 'GGUF'

/** What can be told of an encoder's file before anybody takes it apart. Rejects with an Error in words. */
export async function requireProjectorFile(path: string): Promise<void> {
  const missing = unseen(path)
  if (missing !== null) throw new Error(`its encoder of images or sounds (mmproj) is not to be had: ${missing}`)
  const file = await openFile(path)
  try {
    const beginning = Buffer.alloc(MAGIC.length)
    await file.read(beginning, 0, MAGIC.length, 0)
    if (beginning.toString('latin1') === MAGIC) return
    throw new Error(`${path} is no encoder of images or sounds (mmproj): it does not begin as a GGUF file does.`)
  } finally {
    await file.close()
  }
}
