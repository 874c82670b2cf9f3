import { TrivetError } from '../../../../core/errors.ts'
import type { DetokenizeTask, TokenizeTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { MediaReader } from '../media/media-reader.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

/** Answers the tasks that need the vocabulary only. Nothing to cancel: they are over before one could. */
export async function answerTokenTask(
  task: TokenizeTask | DetokenizeTask,
  vocabulary: Vocabulary,
  mediaReader: MediaReader | null,
  sink: EventSink,
): Promise<void> {
  if (task.kind === 'tokenize') {
    const rows = task.media && mediaReader ? await mediaReader.rows(task.text, task.media) : null
    const ids =
      rows === null ? await vocabulary.tokenize(task.text, task.addSpecial, task.parseSpecial) : Array.from(rows.tokens)
    sink.emit({ type: 'tokens', ids: [...ids] })
    sink.emit({ type: 'finish', reason: 'stop' })
  } else {
    const foreign = task.tokens.find((token) => token < 0 || token >= vocabulary.size)
    if (foreign === undefined) {
      const bytes = Buffer.concat(task.tokens.map((token) => vocabulary.controlPiece(token)))
      sink.emit({ type: 'text-delta', text: bytes.toString('utf8'), tokens: task.tokens.length })
      sink.emit({ type: 'finish', reason: 'stop' })
    } else {
      const reason = `The token ${foreign} is not in the vocabulary, which has ${vocabulary.size} tokens.`
      sink.emit({ type: 'error', error: new TrivetError('invalid_value', { reason }, 'tokens').report() })
    }
  }
  sink.end()
}
