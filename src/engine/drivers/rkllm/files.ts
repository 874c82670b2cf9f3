import { type ModelFile, modelFile } from '../../files/model-file.ts'

/** Of a `.rkllm` file, or of a folder with one. */
export function rkllmFiles(path: string): ModelFile | null {
  return modelFile(path, '.rkllm')
}
