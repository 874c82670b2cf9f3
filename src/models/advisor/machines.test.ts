import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { MACHINE_NAMES, type MachineName, machineReport } from '../../../test/fixtures/machines/reports.ts'
import { figuresOf } from '../library/figures.ts'
import { LIBRARY } from '../library/library.ts'
import { adviseModel } from './advise.ts'
import { pick, pickReason } from './pick.ts'
import { PROFILES } from './profile.ts'
import { sitesOf } from './sites.ts'

const roots = new Map(MACHINE_NAMES.map((name) => [name, scratch()]))
const NOTHING_MEASURED = { of: () => null, models: [], usualError: null }

/** Of the whole library, a line for each profile: what to take, where, how, and why. */
function recommended(name: MachineName): readonly string[] {
  const sites = sitesOf(machineReport(name, roots.get(name) ?? ''))
  return PROFILES.map((profile) => {
    const all = LIBRARY.flatMap((model) => adviseModel(figuresOf(model), sites, NOTHING_MEASURED, profile))
    const best = pick(all, profile)
    if (best === null) return `${profile}: nothing`
    const { precision, contextTokens, threads } = best.recommended
    const how = `${precision} ${contextTokens} tokens ${threads === null ? '' : `${threads} threads`}`.trimEnd()
    return `${profile}: ${best.model.id} on ${best.site.device}, ${how}. ${pickReason(best, profile)}`
  })
}

test('a laptop with 8 GB', () => {
  expect(recommended('a laptop with 8 GB')).toMatchInlineSnapshot(`
    [
      "fastest: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 10 threads. Nothing else with room here writes faster: 65.0 tokens a second, estimated.",
      "balanced: gemma-4-e2b-it on CPU, Q4_K_M 8192 tokens 10 threads. What it knows is worth the wait more than of any other: 18.6 tokens a second, estimated.",
      "best-quality: qwen3-4b-instruct-2507 on CPU, Q6_K 8192 tokens 10 threads. The most capable one that has room: 4.0 billion weights.",
      "lowest-memory: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 10 threads. Nothing else takes less: 1.1 GB.",
      "lowest-power: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 10 threads. A token takes the least energy: 65.0 tokens a second, estimated on this kind of chip.",
    ]
  `)
})

test('an RK3588 board with 16 GB: four of its eight cores compute', () => {
  expect(recommended('an RK3588 board with 16 GB')).toMatchInlineSnapshot(`
    [
      "fastest: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 4 threads. Nothing else with room here writes faster: 32.5 tokens a second, estimated.",
      "balanced: gemma-4-e2b-it on CPU, Q4_K_M 32768 tokens 4 threads. What it knows is worth the wait more than of any other: 9.3 tokens a second, estimated.",
      "best-quality: qwen3.5-9b on CPU, Q8_0 32768 tokens 4 threads. The most capable one that has room: 9.0 billion weights.",
      "lowest-memory: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 4 threads. Nothing else takes less: 1.1 GB.",
      "lowest-power: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 4 threads. A token takes the least energy: 32.5 tokens a second, estimated on this kind of chip.",
    ]
  `)
})

test('a desktop with a card of 24 GB', () => {
  expect(recommended('a desktop with a card of 24 GB')).toMatchInlineSnapshot(`
    [
      "fastest: qwen3-0.6b on CUDA0, Q4_K_M 32768 tokens. Nothing else with room here writes faster: 1638.0 tokens a second, estimated.",
      "balanced: qwen3.5-27b on CUDA0, Q4_K_M 8192 tokens. What it knows is worth the wait more than of any other: 39.2 tokens a second, estimated.",
      "best-quality: qwen3.5-27b on CUDA0, Q4_K_M 8192 tokens. The most capable one that has room: 27.0 billion weights.",
      "lowest-memory: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 16 threads. Nothing else takes less: 1.1 GB.",
      "lowest-power: qwen3-0.6b on CUDA0, Q4_K_M 32768 tokens. A token takes the least energy: 1638.0 tokens a second, estimated on this kind of chip.",
    ]
  `)
})

test('a virtual machine with two cores of a server', () => {
  expect(recommended('a virtual machine with two cores of a server')).toMatchInlineSnapshot(`
    [
      "fastest: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 2 threads. Nothing else with room here writes faster: 39.0 tokens a second, estimated.",
      "balanced: gpt-oss-20b on CPU, MXFP4 16384 tokens 2 threads. What it knows is worth the wait more than of any other: 6.7 tokens a second, estimated.",
      "best-quality: qwen3.5-9b on CPU, Q8_0 32768 tokens 2 threads. The most capable one that has room: 9.0 billion weights.",
      "lowest-memory: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 2 threads. Nothing else takes less: 1.1 GB.",
      "lowest-power: qwen3-0.6b on CPU, Q4_K_M 32768 tokens 2 threads. A token takes the least energy: 39.0 tokens a second, estimated on this kind of chip.",
    ]
  `)
})
