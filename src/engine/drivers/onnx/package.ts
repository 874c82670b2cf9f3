import { type FoundPackage, findPackage } from '../../native/find-package.ts'
import { Misplaced } from '../../native/misplaced.ts'

/** The one that is WebAssembly: on the CPU alone, and several times slower. */
export const WEB = 'onnxruntime-web'

const NAMES = ['onnxruntime-node', WEB] as const

/** ONNX Runtime's package. Throws an Error whose message says how to get it; `Misplaced` where it is not in the user's own place. */
export function findOnnx(configured: string | null): FoundPackage {
  const found = findPackage(NAMES, configured)
  if (found !== null) return found
  const where = configured === null ? 'beside Trivet' : `in ${configured}`
  const words = `ONNX Runtime is not installed ${where}. \`npm install -g --ignore-scripts ${NAMES[0]}\` gets it (288 MB), or \`${WEB}\`, which is slower but runs on any machine; onnx.package_path names another place that it is in.`
  throw configured === null ? new Error(words) : new Misplaced(words)
}
