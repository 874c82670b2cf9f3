import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import koffi from 'koffi'
import { expect, test } from 'vitest'
import { type LlamaLayout, layoutFor } from '../../src/engine/drivers/llama-cpp/native/layouts.ts'

/** A llama.cpp source tree of the version named, such as tools/llama-source.mjs makes. */
const source = process.env.LLAMA_CPP_SOURCE
const version = process.env.LLAMA_CPP_SOURCE_VERSION ?? '0.5.0'

/** Why this can't be tried here; `null` when it can. */
function obstacle(): string | null {
  if (source === undefined) return 'LLAMA_CPP_SOURCE names no llama.cpp source tree'
  if (!existsSync(path.join(source, 'include/llama.h'))) return `${source} has no include/llama.h`
  return spawnSync('cc', ['--version']).error ? 'there is no C compiler' : null
}

const missing = obstacle()
test.skipIf(missing !== null)(
  `struct layouts equal the C compiler's${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    const layout = layoutFor(version)
    if (layout === null || source === undefined) throw new Error(`no layout for ${version}`)
    expect(measuredByKoffi(layout)).toEqual(measuredByCompiler(layout, source))
  },
)

/** `struct` → size, `struct.field` → offset, in bytes. */
type Measures = Record<string, number>

function measuredByKoffi(layout: LlamaLayout): Measures {
  const measures: Measures = {}
  for (const [name, fields] of Object.entries(layout)) {
    const type = koffi.struct(fields)
    measures[name] = koffi.sizeof(type)
    for (const field of Object.keys(fields)) measures[`${name}.${field}`] = koffi.offsetof(type, field)
  }
  return measures
}

function measuredByCompiler(layout: LlamaLayout, tree: string): Measures {
  const lines = Object.entries(layout).flatMap(([name, fields]) => [
    `printf("${name} %zu\\n", sizeof(struct ${name}));`,
    ...Object.keys(fields).map((field) => `printf("${name}.${field} %zu\\n", offsetof(struct ${name}, ${field}));`),
  ])
  const code = `#include <stdio.h>\n#include <stddef.h>\n#include "llama.h"\nint main(void) { ${lines.join('\n')} return 0; }\n`
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layouts-'))
  try {
    writeFileSync(path.join(folder, 'measure.c'), code)
    const includes = ['include', 'ggml/include'].map((part) => `-I${path.join(tree, part)}`)
    execFileSync('cc', [...includes, '-o', path.join(folder, 'measure'), path.join(folder, 'measure.c')])
    const output = execFileSync(path.join(folder, 'measure'), { encoding: 'utf8' })
    return Object.fromEntries(
      output
        .trim()
        .split('\n')
        .map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
