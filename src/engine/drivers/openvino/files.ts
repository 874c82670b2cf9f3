import { dirname, join } from 'node:path'
import { bytesOf, isFile, namesIn } from '../../../core/look.ts'

/** The graph of a model of text, and that of a model of images and text. */
const GRAPHS = ['openvino_model.xml', 'openvino_language_model.xml'] as const

/** A folder with a model in OpenVINO's own format (IR). */
export interface OpenVinoFiles {
  readonly folder: string
  readonly graph: (typeof GRAPHS)[number]
  /** Of all weights in it, the tokenizer's included. */
  readonly sizeBytes: number
}

/** Of such a folder, or of the graph's file in it. `null`: it is neither. */
export function openVinoFiles(path: string): OpenVinoFiles | null {
  const folder = path.endsWith('.xml') ? dirname(path) : path
  const graph = GRAPHS.find((name) => isFile(join(folder, name)))
  if (graph === undefined) return null
  const weights = namesIn(folder).filter((name) => name.endsWith('.bin'))
  return { folder, graph, sizeBytes: bytesOf(weights.map((name) => join(folder, name))) }
}
