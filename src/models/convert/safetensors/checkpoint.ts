import { type FileHandle, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openIfThere, reading, readJson } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import { headerLength, parseHeader, type SafeTensor } from './header.ts'

/** The weights of a folder, whatever number of files they are in. */
export interface Checkpoint {
  readonly tensors: ReadonlyMap<string, SafeTensor>
  /** Bytes of a tensor, from `offset` on. */
  read(name: string, offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

const SINGLE = 'model.safetensors'
const INDEX = 'model.safetensors.index.json'

/** Opens all of a folder's weights. Throws `ConversionRefusal` in words. */
export async function openCheckpoint(folder: string): Promise<Checkpoint> {
  const files: FileHandle[] = []
  const close = async () => {
    await Promise.all(files.map((file) => file.close()))
  }
  try {
    const tensors = new Map<string, SafeTensor>()
    const homes = new Map<string, FileHandle>()
    for (const [name, wanted] of await shardsOf(folder)) {
      const file = await openShard(folder, name)
      files.push(file)
      for (const tensor of await inFile(name, () => tensorsOf(file))) {
        if (wanted !== null && !wanted.delete(tensor.name)) continue
        if (tensors.has(tensor.name)) throw new ConversionRefusal(`the tensor ${tensor.name} is there twice.`)
        tensors.set(tensor.name, tensor)
        homes.set(tensor.name, file)
      }
      const [missing] = wanted ?? []
      if (missing !== undefined) throw new ConversionRefusal(`${name} lacks the tensor ${missing} of ${INDEX}.`)
    }
    return {
      tensors,
      close,
      async read(name, offset, length) {
        const tensor = tensors.get(name)
        const file = homes.get(name)
        if (!tensor || !file || offset < 0 || offset + length > tensor.bytes) {
          throw new RangeError(`bytes ${offset} to ${offset + length} are outside of ${name}`)
        }
        return readExactly(file, tensor.start + offset, length)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** File names with the tensors that an index expects in each; null: all it has. */
async function shardsOf(folder: string): Promise<Map<string, Set<string> | null>> {
  const index = await readJson(join(folder, INDEX))
  if (index !== null) return shardsOfIndex(index.weight_map)
  const names = (await reading(folder, () => readdir(folder))).sort()
  if (names.includes(SINGLE)) return new Map([[SINGLE, null]])
  const found = names.filter((name) => name.endsWith('.safetensors'))
  if (found.length > 0) return new Map(found.map((name) => [name, null]))
  const pickles = names.some((name) => /\.(bin|pt|pth|ckpt)$/.test(name))
  const reason = pickles
    ? 'its weights are pickles, which can run code when they are read: save them as safetensors first.'
    : 'it has no safetensors file.'
  throw new ConversionRefusal(reason)
}

function shardsOfIndex(map: unknown): Map<string, Set<string>> {
  const shards = new Map<string, Set<string>>()
  for (const [tensor, file] of Object.entries(typeof map === 'object' && map !== null ? map : {})) {
    if (typeof file !== 'string' || !/^[\w.-]+\.safetensors$/.test(file) || file.startsWith('.')) {
      throw new ConversionRefusal(`${INDEX} names ${JSON.stringify(file)}, which is no file beside it.`)
    }
    const wanted = shards.get(file) ?? new Set()
    shards.set(file, wanted.add(tensor))
  }
  if (shards.size === 0) throw new ConversionRefusal(`${INDEX} has no weight_map.`)
  return shards
}

async function openShard(folder: string, name: string): Promise<FileHandle> {
  const file = await reading(name, () => openIfThere(join(folder, name)))
  if (file === null) throw new ConversionRefusal(`${name} is missing.`)
  return file
}

async function tensorsOf(file: FileHandle): Promise<readonly SafeTensor[]> {
  const { size } = await file.stat()
  const length = headerLength(await readExactly(file, 0, Math.min(8, size)), size)
  return parseHeader(await readExactly(file, 8, length), size)
}

async function inFile<T>(name: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof ConversionRefusal) throw new ConversionRefusal(`${name}: ${error.message}`)
    throw error
  }
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled)
    if (bytesRead === 0) throw new ConversionRefusal('the file got shorter while it was read.')
    filled += bytesRead
  }
  return bytes
}
