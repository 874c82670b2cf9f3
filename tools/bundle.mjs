// Builds the server: `node tools/bundle.mjs [folder]`, `dist` unless said otherwise. Some hundred modules become a few
// files, since Node takes a third of a millisecond to find and compile each (docs/decisions/0013-dist-is-bundled.md).
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'src')

/** What is started by its path: programs, children and workers, and the engine as tests of its processes use it. */
const ENTRIES = [
  'cli/main',
  'engine/child/main',
  'engine/child/lifeline',
  'engine/drivers/onnx/worker',
  'engine/registry',
  'media/decoder/child',
  'models/convert/worker/main',
]

const PLACE = '__PLACE_OF__'

/** `import.meta.url` goes on saying where a module would be if it were a file of its own. */
const places = {
  name: 'places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    const place = relative(SOURCE, id).replaceAll(sep, '/').replace(/\.ts$/, '.js')
    return code.replaceAll('import.meta.url', `${PLACE}("${place}")`)
  },
  renderChunk(code, chunk) {
    const from = posix.dirname(chunk.fileName)
    return code.replace(new RegExp(`${PLACE}\\("(.+?)"\\)`, 'g'), (_, place) => {
      return `new URL("./${posix.relative(from, place)}", import.meta.url).href`
    })
  },
}

const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(SOURCE, `${entry}.ts`)])),
  platform: 'node',
  // Packages stay packages.
  external: /^[^./]/,
  plugins: [places],
})
await bundle.write({
  dir: process.argv[2] ?? join(ROOT, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
