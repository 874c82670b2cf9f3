import type { Encoder } from '../../encoder/encoder.ts'
import { runFailure } from './generate.ts'
import type { RkllmModel } from './model.ts'
import { readRows } from './rows.ts'

/** The model's last hidden layer as an encoder's, one text at a time. */
export function encoderOf(
  { id, runtime, tokenizer, contextTokens }: RkllmModel,
  { size, pooling }: NonNullable<RkllmModel['embedding']>,
): Encoder {
  return {
    modelId: id,
    tokenizer,
    contextTokens,
    gives: { embedding: size, pooling },
    batch: () => 1,
    async run([input]) {
      const rows = await readRows(runtime, 'hidden', input?.ids ?? [])
      if (rows === null) throw runFailure(0)
      return [rows]
    },
  }
}
