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
  const { text, lines } = transcript
  switch (order.format) {
    case 'json':
      return json({ text, usage: transcript.usage(seconds) } satisfies Transcription)
    case 'text':
      return plain('text/plain; charset=utf-8', `${text}\n`)
    case 'srt':
      return plain('application/x-subrip; charset=utf-8', srt(lines))
    case 'vtt':
      return plain('text/vtt; charset=utf-8', vtt(lines))
    case 'verbose_json':
      return json(verbose(transcript, order, seconds))
  }
}

function verbose(transcript: Transcript, order: TranscriptOrder, seconds: number): VerboseTranscription {
  const { text, lines } = transcript
  const spoken = order.translate ? 'en' : (transcript.language ?? order.language)
  return {
    task: order.translate ? 'translate' : 'transcribe',
    language: spoken === null ? '' : languageName(spoken).toLowerCase(),
    duration: seconds,
    text,
    segments: lines.map((line, id) => ({ id, ...line, temperature: order.temperature })),
    usage: transcript.usage(seconds),
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
