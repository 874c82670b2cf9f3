import { deflateSync } from 'node:zlib'
import type { Segment } from '../../core/event.ts'
import { type ContentReply, json, type Reply } from '../endpoint.ts'
import { languageName } from './ask.ts'
import type { Heard } from './hear.ts'
import type { TranscriptOrder } from './order.ts'
import type { TranscriptEvent, Transcription, VerboseTranscription } from './response-schema.ts'
import { srt, vtt } from './subtitles.ts'
import { Transcript } from './transcript.ts'

/** The whole transcript, in the format that was asked for. */
export async function wholeTranscript(
  heard: AsyncIterable<Heard>,
  order: TranscriptOrder,
  seconds: number,
): Promise<Reply> {
  const transcript = new Transcript()
  for await (const each of heard) transcript.take(each)
  const { text, segments } = transcript
  switch (order.format) {
    case 'json':
      return json({ text, usage: transcript.usage(seconds) } satisfies Transcription)
    case 'text':
      return plain('text/plain; charset=utf-8', `${text}\n`)
    case 'srt':
      return plain('application/x-subrip; charset=utf-8', srt(segments))
    case 'vtt':
      return plain('text/vtt; charset=utf-8', vtt(segments))
    case 'verbose_json':
      return json(verbose(transcript, order, seconds))
  }
}

function verbose(transcript: Transcript, order: TranscriptOrder, seconds: number): VerboseTranscription {
  const { text, segments } = transcript
  const spoken = order.translate ? 'en' : (transcript.language ?? order.language)
  return {
    task: order.translate ? 'translate' : 'transcribe',
    language: spoken === null ? '' : languageName(spoken).toLowerCase(),
    duration: seconds,
    text,
    ...(order.segments && { segments: segments.map((segment, id) => encodeSegment(segment, id, order)) }),
    ...(order.words && { words: segments.flatMap(({ words }) => words) }),
    usage: transcript.usage(seconds),
  }
}

function encodeSegment({ text, start, end, ids, logprob, silence }: Segment, id: number, order: TranscriptOrder) {
  const bytes = Buffer.from(text)
  return {
    id,
    seek: Math.round(start * 100),
    start,
    end,
    text,
    tokens: [...ids],
    temperature: order.temperature,
    avg_logprob: logprob,
    compression_ratio: bytes.length / deflateSync(bytes).length,
    no_speech_prob: silence,
  }
}

/** The same as it is found. */
export async function* transcriptEvents(
  heard: AsyncIterable<Heard>,
  seconds: number,
): AsyncGenerator<TranscriptEvent, void> {
  const transcript = new Transcript()
  for await (const each of heard) {
    transcript.take(each)
    if (each.type === 'text') yield { type: 'transcript.text.delta', delta: each.text }
  }
  yield { type: 'transcript.text.done', text: transcript.text, usage: transcript.usage(seconds) }
}

function plain(contentType: string, text: string): ContentReply {
  return { kind: 'content', contentType, pieces: [text] }
}
