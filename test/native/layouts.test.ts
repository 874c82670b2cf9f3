import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import koffi from 'koffi'
import { expect, test } from 'vitest'
import { layoutFor } from '../../src/engine/drivers/llama-cpp/native/layouts.ts'
import { RELEASE_LAYOUT } from '../../src/engine/drivers/llama-cpp/native/mtmd-layouts.ts'
import { WHISPER_LAYOUT } from '../../src/engine/drivers/whisper/native/layouts.ts'

/** A llama.cpp source tree of the version named, such as tools/llama-source.mjs makes. */
const llama = process.env.LLAMA_CPP_SOURCE
const version = process.env.LLAMA_CPP_SOURCE_VERSION ?? '0.5.0'

/** A whisper.cpp source tree, such as the one in the npm package `@fugood/whisper.node` (`whisper.cpp/`). */
const whisper = process.env.WHISPER_CPP_SOURCE

type Layout = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Subject {
  readonly name: string
  /** The environment variable that names the source tree, and what it says. */
  readonly variable: string
  readonly tree: string | undefined
  readonly headers: readonly string[]
  /** Folders of the tree with what it includes. */
  readonly folders: readonly string[]
  readonly layout: Layout | null
  /** Where a field lies within a struct inside, as C writes it. */
  readonly nested?: Readonly<Record<string, string>>
}

const SUBJECTS: readonly Subject[] = [
  {
    name: `llama.cpp ${version}`,
    variable: 'LLAMA_CPP_SOURCE',
    tree: llama,
    headers: ['llama.h', 'gguf.h'],
    folders: ['include', 'ggml/include'],
    layout: layoutFor(version) as Layout | null,
  },
  {
    name: `libmtmd of llama.cpp ${version}`,
    variable: 'LLAMA_CPP_SOURCE',
    tree: llama,
    headers: ['mtmd.h'],
    folders: ['tools/mtmd', 'include', 'ggml/include'],
    layout: { ...RELEASE_LAYOUT },
  },
  {
    name: 'whisper.cpp',
    variable: 'WHISPER_CPP_SOURCE',
    tree: whisper,
    headers: ['whisper.h'],
    folders: ['include', 'ggml/include'],
    layout: WHISPER_LAYOUT,
    nested: {
      dtw_n_heads: 'dtw_aheads.n_heads',
      dtw_heads: 'dtw_aheads.heads',
      greedy_best_of: 'greedy.best_of',
      beam_size: 'beam_search.beam_size',
      beam_patience: 'beam_search.patience',
      vad_threshold: 'vad_params.threshold',
      vad_min_speech_duration_ms: 'vad_params.min_speech_duration_ms',
      vad_min_silence_duration_ms: 'vad_params.min_silence_duration_ms',
      vad_max_speech_duration_s: 'vad_params.max_speech_duration_s',
      vad_speech_pad_ms: 'vad_params.speech_pad_ms',
      vad_samples_overlap: 'vad_params.samples_overlap',
    },
  },
]

/** Why this can't be tried here; `null` when it can. */
function obstacle({ variable, tree, folders, headers }: Subject): string | null {
  if (tree === undefined) return `${variable} names no source tree`
  const absent = headers.find((header) => !folders.some((folder) => existsSync(path.join(tree, folder, header))))
  if (absent !== undefined) return `${tree} has no ${absent}`
  return spawnSync('cc', ['--version']).error ? 'there is no C compiler' : null
}

for (const subject of SUBJECTS) {
  const missing = obstacle(subject)
  const skipped = missing === null ? '' : ` (skipped: ${missing})`
  test.skipIf(missing !== null)(`struct layouts of ${subject.name} equal the C compiler's${skipped}`, () => {
    const { layout } = subject
    if (layout === null) throw new Error(`no layout for ${subject.name}`)
    expect(measuredByKoffi(layout)).toEqual(measuredByCompiler(layout, subject))
  })
}

/** `struct` → size, `struct.field` → offset, in bytes. */
type Measures = Record<string, number>

function measuredByKoffi(layout: Layout): Measures {
  const measures: Measures = {}
  for (const [name, fields] of Object.entries(layout)) {
    const type = koffi.struct(fields)
    measures[name] = koffi.sizeof(type)
    for (const field of Object.keys(fields)) measures[`${name}.${field}`] = koffi.offsetof(type, field)
  }
  return measures
}

function measuredByCompiler(layout: Layout, { tree = '', headers, folders, nested = {} }: Subject): Measures {
  const lines = Object.entries(layout).flatMap(([name, fields]) => [
    `printf("${name} %zu\\n", sizeof(struct ${name}));`,
    ...Object.keys(fields).map(
      (field) => `printf("${name}.${field} %zu\\n", offsetof(struct ${name}, ${nested[field] ?? field}));`,
    ),
  ])
  const included = ['<stdio.h>', '<stddef.h>', ...headers.map((header) => `"${header}"`)]
  const code = `${included.map((name) => `#include ${name}\n`).join('')}int main(void) { ${lines.join('\n')} return 0; }\n`
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layouts-'))
  try {
    writeFileSync(path.join(folder, 'measure.c'), code)
    const includes = folders.map((part) => `-I${path.join(tree, part)}`)
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
