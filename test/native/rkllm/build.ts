import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('./fake-rkllm.c', import.meta.url))

export interface FakeRuntime {
  /** Of its structs: 12 or 13. */
  readonly release: 12 | 13
  /** What its banner says; empty: nothing. */
  readonly version: string
  readonly driver?: string
}

/** Compiles a stand-in for Rockchip's library; returns its file. */
export function buildFakeRkllm(folder: string, { release, version, driver = '0.9.8' }: FakeRuntime): string {
  const target = join(folder, `librkllmrt-${release}-${version}-${driver}.so`)
  const names = [`-DRELEASE=${release}`, `-DFAKE_VERSION="${version}"`, `-DFAKE_DRIVER="${driver}"`]
  execFileSync('cc', ['-Wall', '-Werror', '-shared', '-fPIC', ...names, '-o', target, SOURCE, '-lpthread'])
  return target
}

/** A folder with a model that behaves as its first line says, and a tokenizer whose tokens are bytes. */
export function writeFakeModel(folder: string, name: string, behaviour: string): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'tokenizer.json'), JSON.stringify(byteTokenizer()))
  writeFileSync(join(home, 'model.rkllm'), `${behaviour}\n`)
  return join(home, 'model.rkllm')
}

function byteTokenizer(): object {
  const level = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true }
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: level,
    post_processor: null,
    decoder: level,
    model: { type: 'BPE', vocab: Object.fromEntries(byteCharacters().map((text, id) => [text, id])), merges: [] },
  }
}

/** How byte-level vocabularies write each byte: as itself where it can be seen, else as a letter from U+0100 on. */
function byteCharacters(): string[] {
  const seen = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
  let hidden = 0
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(seen(byte) ? byte : 256 + hidden++))
}
