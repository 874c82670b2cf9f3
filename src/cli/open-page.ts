import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { PageFile, WebPage } from '../api/page/web-page.ts'

/** Where the build puts it, beside what was built of this file. */
const BUILT = fileURLToPath(new URL('../ui', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
}

/** The web page of a folder, read once; `null` where none was built. */
export function openPage(folder = BUILT): WebPage | null {
  const paths = filesIn(folder)
  return paths.length === 0
    ? null
    : new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), read(path)]))
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function read(path: string): PageFile {
  const body = readFileSync(path)
  return {
    contentType: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    gzip: once(() => shorter(gzipSync(body, { level: 9 }), body)),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isFixed: /-[\w-]{8,}\.\w+$/.test(path),
  }
}

function shorter(packed: Buffer, body: Buffer): Buffer | null {
  return packed.length < body.length ? packed : null
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
