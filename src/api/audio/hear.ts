import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent, Segment } from '../../core/event.ts'
import type { AudioMedia } from '../../core/media.ts'
import { piecesOf } from '../../media/pieces.ts'
import { audioOf } from '../../media/sound.ts'
import type { OpenModel, Scheduler } from '../../scheduler/scheduler.ts'
import { answer } from '../answering/answer.ts'
import { unfinished } from '../chat/failure.ts'
import { transcriptQuestion } from './ask.ts'
import type { TranscriptOrder } from './order.ts'

/** What is found in a sound, in order. */
export type Heard =
  /** `segment`: what a model that tells times says of it, times being those of the whole. */
  | { readonly type: 'text'; readonly text: string; readonly segment: Segment | null }
  | { readonly type: 'language'; readonly code: string }
  | { readonly type: 'tokens'; readonly input: number; readonly output: number }

/** As much as models for transcribing look at at once, and what those that chat find room for. */
const PIECE_SECONDS = 30

/** Characters of what was said last that a piece begins with the knowledge of. */
const MOST_CONTEXT = 200

/** Who hears, and for whom. */
export interface Hearing {
  readonly scheduler: Scheduler
  readonly open: OpenModel
  readonly order: TranscriptOrder
  readonly signal: AbortSignal
}

/**
 * What is said in a sound, piece by piece, each knowing the end of the one before; times are those of the whole. Fails
 * with the first failure of any.
 * @param rate samples a second
 */
export async function* hear(hearing: Hearing, values: Float32Array, rate: number): AsyncGenerator<Heard, void> {
  const { order, signal } = hearing
  let said = ''
  for (const { values: part, start } of piecesOf(values, rate, PIECE_SECONDS)) {
    const prompt = `${order.prompt} ${said.slice(-MOST_CONTEXT)}`.trim()
    let first = true
    let finished = false
    for await (const event of await events(hearing, audioOf(part, rate), prompt)) {
      if (event.type === 'error') throw TrivetError.from(event.error)
      if (event.type === 'finish') finished = true
      for (const heard of readEvent(event, start, start + part.length / rate)) {
        if (heard.type !== 'text') yield heard
        else {
          // Pieces are words apart, whether or not a model begins with a blank.
          const text: string = first ? spaced(heard.text, said) : heard.text
          first &&= text === ''
          said += text
          yield { ...heard, text }
        }
      }
    }
    if (!finished) throw unfinished(signal)
  }
}

/** @param end of the piece; models that hear whole windows think of what is after it as silence */
function readEvent(event: EngineEvent, start: number, end: number): readonly Heard[] {
  switch (event.type) {
    case 'text-delta':
      return event.text === '' ? [] : [{ type: 'text', text: event.text, segment: null }]
    case 'segment':
      return [{ type: 'text', text: event.text, segment: placed(event, start, end) }]
    case 'language':
      return [{ type: 'language', code: event.code }]
    case 'usage':
      return [{ type: 'tokens', input: event.promptTokens, output: event.completionTokens }]
    default:
      return []
  }
}

function placed(segment: Segment, from: number, until: number): Segment {
  const put = <Timed extends { readonly start: number; readonly end: number }>(timed: Timed) => {
    return { ...timed, start: Math.min(timed.start + from, until), end: Math.min(timed.end + from, until) }
  }
  return { ...put(segment), words: segment.words.map(put) }
}

/** Nothing begins with a blank but what goes on after something. */
function spaced(text: string, before: string): string {
  const bare = text.trimStart()
  return bare === '' || before === '' || /\s$/.test(before) ? bare : ` ${bare}`
}

/** A model made for it is given the sound; one that chats is asked. */
async function events(
  { scheduler, open, order, signal }: Hearing,
  sound: AudioMedia,
  prompt: string,
): Promise<AsyncIterable<EngineEvent>> {
  const { language, temperature, translate, words } = order
  const told = open.capabilities.transcribe
    ? open.run([{ kind: 'transcribe', sound, language, prompt, temperature, translate, words }], signal)
    : (await answer(scheduler, transcriptQuestion(open.id, sound, { ...order, prompt }), signal)).events
  return only(told)
}

async function* only(told: AsyncIterable<{ readonly event: EngineEvent }>): AsyncGenerator<EngineEvent, void> {
  for await (const { event } of told) yield event
}
