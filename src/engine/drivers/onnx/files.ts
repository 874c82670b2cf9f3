import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isFile()) return path.toLowerCase().endsWith(SUFFIX) ? filesOf(path) : null
  if (!there?.isDirectory()) return null
  const found = FOLDERS.flatMap((folder) => graphsIn(join(path, folder)))
  const [first] = found
  return first === undefined ? null : filesOf(found.find((file) => basename(file) === 'model.onnx') ?? first)
}

function graphsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith(SUFFIX))
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

function filesOf(model: string): OnnxFiles {
  const home = dirname(model)
  const stem = basename(model)
  const external = readdirSync(home)
    .filter((name) => name.startsWith(stem) && WEIGHTS.some((ending) => ending.test(name)))
    .sort()
    .map((name) => join(home, name))
  const sizeBytes = [model, ...external].reduce((sum, file) => sum + statSync(file).size, 0)
  return { model, external, folder: basename(home) === 'onnx' ? dirname(home) : home, sizeBytes }
}
