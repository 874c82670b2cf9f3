import { type FoundPackage, findPackage } from '../../native/find-package.ts'
import { Misplaced } from '../../native/misplaced.ts'

const NAME = 'openvino-genai-node'

/** OpenVINO GenAI's package. Throws an Error whose message says how to get it; `Misplaced` where it is not in the user's own place. */
export function findOpenVino(configured: string | null): FoundPackage {
  const found = findPackage([NAME], configured)
  if (found !== null) return found
  const where = configured === null ? 'beside Trivet' : `in ${configured}`
  const words = `OpenVINO GenAI is not installed ${where}. \`npm install -g ${NAME}\` gets it, for Node 21 or newer; openvino.package_path names another place that it is in. OpenVINO Model Server does as well: openvino.server_path names it.`
  throw configured === null ? new Error(words) : new Misplaced(words)
}
