import { TrivetError } from '../../core/errors.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import type { TranscriptFormat, TranscriptionFields, TranslationFields } from './request-schema.ts'

/** What is to become of a sound. */
export interface TranscriptOrder {
  /** `null`: whatever is heard. */
  readonly language: string | null
  readonly prompt: string
  readonly temperature: number
  /** Into English, rather than in its own words. */
  readonly translate: boolean
  readonly format: TranscriptFormat
  /** Tell when each stretch, and each word, was said: in `verbose_json`. */
  readonly segments: boolean
  readonly words: boolean
  readonly stream: boolean
}

/** Formats that say when something was said. */
const TIMED: readonly TranscriptFormat[] = ['srt', 'vtt', 'verbose_json']

/** Throws `unsupported_parameter` for fields that don't go together. */
export function decodeTranscription(fields: TranscriptionFields): TranscriptOrder {
  const { response_format: format, keywords = [], stream = false, timestamp_granularities: times = [] } = fields
  if (times.length > 0 && format !== 'verbose_json') {
    throw refused('timestamp_granularities', `the format ${format}`, '[]')
  }
  if (stream && TIMED.includes(format)) throw refused('stream', `the format ${format}`, 'false')
  const prompt = [fields.prompt ?? '', keywords.join(', ')].filter((part) => part !== '').join(' ')
  const { language = null, temperature = 0 } = fields
  const words = times.includes('word')
  const segments = !words || times.includes('segment')
  return { language, prompt, temperature, translate: false, format, segments, words, stream }
}

export function decodeTranslation({
  prompt = '',
  temperature = 0,
  response_format: format,
}: TranslationFields): TranscriptOrder {
  return { language: null, prompt, temperature, translate: true, format, segments: true, words: false, stream: false }
}

/** Throws `wrong_model_type`, or `unsupported_parameter` for times that the model doesn't tell. */
export function requireAble({ id, capabilities }: OpenModel, { format }: TranscriptOrder): void {
  const { transcribe = false, generate, media } = capabilities
  if (transcribe) return
  if (!generate || media.audioRate === null) {
    throw new TrivetError('wrong_model_type', { model: id, reason: "it can't hear" }, 'model')
  }
  if (TIMED.includes(format)) {
    throw refused('response_format', `the model ${id}, which doesn't know when something was said`, '"json" or "text"')
  }
}

function refused(parameter: string, where: string, neutral: string): TrivetError {
  return new TrivetError('unsupported_parameter', { parameter, where, neutral }, parameter)
}
