import { ConversionRefusal } from '../refusal.ts'

/** Names of modules in a checkpoint, `#` for a layer's number, with what llama.cpp calls them. */
export type NameMap = Readonly<Record<string, string>>

export interface MappedName {
  /** llama.cpp's, with the layer's number and `.weight` or `.bias`. */
  readonly target: string
  /** The same with `#` and without what follows. */
  readonly module: string
}

/** llama.cpp's name for a tensor. Throws `ConversionRefusal` for one that the map doesn't know. */
export function mapName(name: string, map: NameMap, layers: number): MappedName {
  const [, path = name, suffix = ''] = /^(.*)\.(weight|bias)$/.exec(name) ?? []
  const layer = /\.(\d+)\./.exec(path)?.[1] ?? null
  const pattern = layer === null ? path : path.replace(`.${layer}.`, '.#.')
  const module = Object.hasOwn(map, pattern) ? map[pattern] : undefined
  if (module === undefined || suffix === '') {
    throw new ConversionRefusal(`llama.cpp has no place for the tensor ${name} in a model of this kind.`)
  }
  if (layer !== null && Number(layer) >= layers) {
    throw new ConversionRefusal(`the tensor ${name} is of layer ${layer}, but config.json says there are ${layers}.`)
  }
  return { target: `${module.replace('#', layer ?? '')}.${suffix}`, module }
}
