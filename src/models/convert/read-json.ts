import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { openFile } from '../../core/open-file.ts'
import { ConversionRefusal } from './refusal.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The largest real `tokenizer.json` files have some 35 MB. */
const LARGEST_BYTES = 256 * 1024 * 1024

/** A JSON object in a file; null when there is no such file. Throws `ConversionRefusal` when it is something else. */
export async function readJson(path: string): Promise<JsonObject | null> {
  const bytes = await readBounded(path)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (isObject(value)) return value
  } catch {
    // Told below.
  }
  throw new ConversionRefusal(`${basename(path)} is not a JSON object.`)
}

/** The bytes of a file that is no larger than any real one of its kind; null when there is none. */
export async function readBounded(path: string): Promise<Buffer | null> {
  return reading(basename(path), async () => {
    const file = await openIfThere(path)
    if (file === null) return null
    try {
      const { size } = await file.stat()
      if (size > LARGEST_BYTES) throw new ConversionRefusal(`${basename(path)} has ${size} bytes, too many to be true.`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  })
}

/** Null when there is no such file. */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  return openFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** Reads something of the folder: what the file system refuses is a `ConversionRefusal`. */
export async function reading<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ConversionRefusal || code === undefined) throw error
    throw new ConversionRefusal(`${name} can't be read (${code}).`)
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an array of objects; empty when it is no array. */
export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
