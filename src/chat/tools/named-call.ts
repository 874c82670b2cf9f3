import type { OfferedTools } from './format.ts'
import { argumentsValue } from './json-call.ts'
import type { Scan, Source } from './source.ts'

/** Consumes the arguments of a call whose name has been read. False when nothing is called so, or they break off. */
export function* namedCall(source: Source, name: string, tools: OfferedTools): Scan<boolean> {
  if (!tools.has(name)) return false
  source.startCall(name)
  yield* source.skipSpace()
  if (!(yield* argumentsValue(source, (piece) => source.addArguments(piece)))) return false
  source.endCall()
  return true
}
