import { basename, dirname, join } from 'node:path'
import { bytesOf, isFile, namesIn } from '../../../core/look.ts'

const SUFFIX = '.onnx'

/** Where Hugging Face's exporters put the graph, below the model's folder. */
const FOLDERS = ['.', 'onnx']

/** Weights too large for the graph's file lie beside it, under one of these names. */
const WEIGHTS = [/_data(_\d+)?$/, /\.data$/]

/** A model's graph, the weights beside it, and the folder with its tokenizer and settings. */
export interface OnnxFiles {
  readonly model: string
  /** Files of weights that the graph refers to. */
  readonly external: readonly string[]
  readonly folder: string
  readonly sizeBytes: number
}

/**
 * Of an `.onnx` file, or of a folder with one, in itself or in `onnx`; of several, `model.onnx` before others by name.
 * `null`: it is neither.
 */
export function onnxFiles(path: string): OnnxFiles | null {
  if (isGraph(path)) return filesOf(path)
  const found = FOLDERS.flatMap((folder) => graphsIn(join(path, folder)))
  const plain = found.find((file) => basename(file) === 'model.onnx') ?? found[0]
  return plain === undefined ? null : filesOf(plain)
}

function graphsIn(folder: string): string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isGraph)
}

function isGraph(path: string): boolean {
  return path.toLowerCase().endsWith(SUFFIX) && isFile(path)
}

function filesOf(model: string): OnnxFiles {
  const home = dirname(model)
  const stem = basename(model)
  const external = namesIn(home)
    .filter((name) => name.startsWith(stem) && WEIGHTS.some((ending) => ending.test(name)))
    .map((name) => join(home, name))
  const folder = basename(home) === 'onnx' ? dirname(home) : home
  return { model, external, folder, sizeBytes: bytesOf([model, ...external]) }
}
