import { TrivetError } from '../../core/errors.ts'
import type { EngineBackend, LoadedBackend } from '../backend.ts'
import type { ChildPlatformId, Plan } from '../driver.ts'
import type { FromChild, ToChild } from '../protocol/frames.ts'

export interface SessionEffects {
  importBackend(driver: ChildPlatformId): Promise<EngineBackend>
  send(frame: FromChild): void
  /** Sends what is still unsent, then ends the process. */
  exit(code: number): void
  /** Of this process, as the system counts it. */
  residentBytes(): number
}

/** The child's life: one probe, one file to quantize, or one load and then tasks until told to stop. Returns the handler of frames. */
export function createSession({
  importBackend,
  send,
  exit,
  residentBytes,
}: SessionEffects): (frame: ToChild) => Promise<void> {
  const cancels = new Map<number, () => void>()
  let loaded: LoadedBackend | null = null
  let whenIdle: (() => void) | null = null

  async function load(plan: Plan) {
    try {
      // Whoever runs elsewhere starts no child.
      const backend = await importBackend(plan.driver as ChildPlatformId)
      loaded = await backend.load(
        plan,
        (fraction) => send({ op: 'progress', fraction }),
        (bytes) => send({ op: 'extra', bytes }),
        (bytes) => send({ op: 'moved', bytes }),
      )
      send({ op: 'ready', capabilities: loaded.capabilities, model: loaded.model })
    } catch (thrown) {
      send({ op: 'failed', error: loadError(plan.modelId, thrown).report() })
      exit(1)
    }
  }

  async function quantize({ driver, order, options }: Extract<ToChild, { op: 'quantize' }>) {
    try {
      const backend = await importBackend(driver)
      if (backend.quantize === undefined) throw new Error(`${driver} quantizes no files.`)
      await backend.quantize(order, options)
      send({ op: 'quantized' })
      exit(0)
    } catch (thrown) {
      const error = new TrivetError('quantize_failed', { input: order.input, reason: reasonOf(thrown) })
      send({ op: 'failed', error: error.report() })
      exit(1)
    }
  }

  function run(id: number, task: Extract<ToChild, { op: 'run' }>['task']) {
    if (loaded === null) throw new Error('a task came before the model was loaded')
    let ended = false
    const cancel = loaded.submit(task, {
      emit(event) {
        const told = event.type === 'usage' ? { ...event, residentBytes: residentBytes() } : event
        send({ op: 'event', id, event: told })
      },
      end() {
        ended = true
        cancels.delete(id)
        send({ op: 'end', id })
        if (cancels.size === 0) whenIdle?.()
      },
    })
    if (!ended) cancels.set(id, cancel)
  }

  async function stop() {
    for (const cancel of [...cancels.values()]) cancel()
    if (cancels.size > 0) {
      await new Promise<void>((resolve) => {
        whenIdle = resolve
      })
    }
    await loaded?.close()
    exit(0)
  }

  return async (frame) => {
    switch (frame.op) {
      case 'probe':
        send({ op: 'probed', availability: await (await importBackend(frame.driver)).probe(frame.options) })
        return exit(0)
      case 'quantize':
        return quantize(frame)
      case 'load':
        return load(frame.plan)
      case 'run':
        return run(frame.id, frame.task)
      case 'cancel':
        return cancels.get(frame.id)?.()
      case 'stop':
        return stop()
    }
  }
}

/** A backend throws a TrivetError when it knows better; anything else it throws is a reason in words. */
function loadError(model: string, thrown: unknown): TrivetError {
  if (thrown instanceof TrivetError) return thrown
  return new TrivetError('model_load_failed', { model, reason: reasonOf(thrown) })
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
