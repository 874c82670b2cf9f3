import type { PlatformName } from '../core/platforms.ts'
import { WHISPER } from './ids/file-names.ts'

/** Names of files that only one runtime's models have, the surest first. */
const SIGNS: readonly (readonly [RegExp, PlatformName])[] = [
  [/\.rkllm$/i, 'rkllm'],
  // Those of RKNN2 have their weights in the graph's file.
  [/\.weight$/i, 'rknn3'],
  [/\.rknn$/i, 'rknn2'],
  [/^genie_config\.json$|_\d+_of_\d+(?:\.serialized)?\.bin$/i, 'qairt'],
  [/^openvino_.*\.xml$/, 'openvino'],
  [/\.onnx$/i, 'onnx'],
  [WHISPER, 'whisper'],
]

/** What a model was made for, by the names of its files; `null`: they don't tell. */
export function platformOfFiles(names: readonly string[]): PlatformName | null {
  return SIGNS.find(([sign]) => names.some((name) => sign.test(name)))?.[1] ?? null
}

/** Of a runtime whose models are single files, several of which may lie in a folder. */
export function isModelFile(name: string): boolean {
  return WHISPER.test(name)
}

/** Whether only one runtime's models have a file of such a name. */
export function isOfOneRuntime(name: string): boolean {
  return SIGNS.some(([sign]) => sign.test(name))
}

/** Vocabularies of other runtimes' models are GGUF files too. */
export function isGguf(name: string): boolean {
  return /\.gguf$/i.test(name) && !/\.tokenizer\.gguf$/i.test(name)
}
