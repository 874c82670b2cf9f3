import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../../test/fakes/scratch.ts'
import { systemClock } from '../../../core/clock.ts'
import { openFile } from '../../../core/open-file.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { createLlamaCppDriver } from './driver.ts'

const folder = scratch()
const runtime: ChildRuntime = { entry: new URL('file:///none'), clock: systemClock, heartbeatTimeoutMs: 1 }

test.skipIf(process.platform === 'win32')('a FIFO is no model, and no draft of one', async () => {
  const fifo = join(folder, 'f1.gguf')
  execFileSync('mkfifo', [fifo])
  const none = async (path: string) => {
    await openFile(path)
    throw new Error('it is a file')
  }
  const driver = createLlamaCppDriver({ runtime, libraryPath: null, readWeights: none })
  expect(await driver.recognise(fifo)).toBeNull()
  const facts = { path: 'models/demo.gguf', sizeBytes: 1 }
  const plan = driver.plan('m', facts, { threads: 1, draftModel: fifo }, { cores: 1 })
  await expect(driver.estimate(plan, 1e12)).rejects.toMatchObject({
    code: 'load_refused',
    param: 'draft_model',
    details: { model: 'm', reason: `${fifo} is not a file.` },
  })
  const itself = driver.plan('m', { path: fifo, sizeBytes: 1 }, { threads: 1 }, { cores: 1 })
  await expect(driver.estimate(itself, 1e12)).rejects.toMatchObject({ code: 'model_load_failed', param: null })
})
