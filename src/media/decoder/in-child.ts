import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { misfit } from '../refusal.ts'
import type { ImageDecoder } from './decoder.ts'
import type { Order, Told } from './messages.ts'

/** No image that is small enough takes so long. */
const DEADLINE_MS = 60_000

/** With nothing to do it ends, and gives back its memory. */
const IDLE_MS = 300_000

/** An image that ends the process twice is the reason; once may be chance. */
const ATTEMPTS = 2

export interface InChildOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Default: `child.js` beside this file. */
  readonly entry?: string
}

/**
 * A decoder in a process of its own, started when it is first wanted: an image that ends it ends nothing else. One image
 * at a time. An image that ends it twice is refused by its field.
 */
export function decodeInChild({ clock, entry }: InChildOptions): ImageDecoder {
  const program = entry ?? fileURLToPath(new URL('./child.js', import.meta.url))
  let child: ChildProcess | null = null
  let last: Promise<unknown> = Promise.resolve()
  let stayUp = (): void => {}

  /** It keeps nobody from ending, and ends with whoever started it. */
  function started(): ChildProcess {
    const begun = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    begun.unref()
    begun.channel?.unref()
    const gone = () => {
      if (child === begun) child = null
    }
    begun.once('exit', gone)
    begun.once('error', gone)
    return begun
  }

  async function attempt(order: Order): Promise<Told | { readonly how: string }> {
    stayUp()
    child ??= started()
    const asked = child
    const outcome = await answerOf(asked, order, clock)
    stayUp = clock.after(IDLE_MS, () => void asked.kill('SIGKILL'))
    return outcome
  }

  async function decoded(order: Order): Promise<Told> {
    let how = ''
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const outcome = await attempt(order)
      if (!('how' in outcome)) return outcome
      how = outcome.how
    }
    const param = order.want === 'pixels' ? order.attachment.param : order.param
    throw misfit(param, `can't be read: it ended the process that unpacks images (${how})`)
  }

  /** In turn. */
  async function ask(order: Order): Promise<Told> {
    const turn = last.then(() => decoded(order))
    last = turn.catch(() => {})
    const told = await turn
    if (told.want === 'error') throw TrivetError.from(told.error)
    return told
  }

  return {
    async pixels(bytes, attachment) {
      // Its source, which is as long as the image, has been read already.
      const told = await ask({ want: 'pixels', bytes, attachment: { ...attachment, source: '' } })
      if (told.want !== 'pixels') throw new TrivetError('internal_error')
      return told.image
    },
    async header(bytes, param) {
      const told = await ask({ want: 'header', bytes, param })
      if (told.want !== 'header') throw new TrivetError('internal_error')
      return told.header
    },
  }
}

/** What it answers; `how` it came to its end instead. Rejects when it can't be had, or ends by itself: no image's fault. */
function answerOf(child: ChildProcess, order: Order, clock: Pick<Clock, 'after'>): Promise<Told | { how: string }> {
  return new Promise((resolve, reject) => {
    let verdict: string | null = null
    const rescind = clock.after(DEADLINE_MS, () => {
      verdict = `no answer for ${DEADLINE_MS / 1000} s`
      child.kill('SIGKILL')
    })
    const over = () => {
      rescind()
      child.off('message', told)
      child.off('exit', exited)
      child.off('error', failed)
    }
    const told = (message: unknown) => {
      over()
      resolve(message as Told)
    }
    const failed = (error: Error) => {
      over()
      reject(error)
    }
    const exited = (code: number | null, signal: string | null) => {
      if (signal === null) return failed(new Error(`the process that unpacks images ended with exit code ${code}`))
      over()
      resolve({ how: verdict ?? signal })
    }
    child.on('message', told)
    child.on('exit', exited)
    child.on('error', failed)
    // Where it can't be sent, the process has ended: that is heard of, too.
    child.send(order, () => {})
  })
}
