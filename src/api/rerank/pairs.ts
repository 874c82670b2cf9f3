import { TrivetError } from '../../core/errors.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { runToEnd } from '../answering/run-to-end.ts'
import { embed } from '../embeddings/embed.ts'

/** A query and what may answer it. */
export interface Question {
  readonly query: string
  readonly documents: readonly string[]
}

export interface ScoringWish {
  /** What the client calls the two. */
  readonly fields: { readonly query: string; readonly documents: string }
  readonly questions: readonly Question[]
  /** Cut what is too long rather than refuse it. */
  readonly truncate: boolean
  /** Tell a reranker's scores as probabilities rather than logits. */
  readonly probabilities: boolean
}

export interface Scored {
  /** Of each question's documents, in order. */
  readonly scores: readonly (readonly number[])[]
  readonly tokens: number
}

/**
 * How well documents answer their queries: a reranker's judgement, or the cosine of an embedding model's vectors.
 * Rejects with `wrong_model_type` for any other model, or with `context_length_exceeded`.
 */
export async function scorePairs(open: OpenModel, wish: ScoringWish, signal: AbortSignal): Promise<Scored> {
  if (open.capabilities.rerank) return ranked(open, wish, signal)
  if (open.capabilities.embeddingSize !== null) return compared(open, wish, signal)
  const reason = 'it neither ranks nor embeds texts'
  throw new TrivetError('wrong_model_type', { model: open.id, reason }, 'model')
}

async function ranked(open: OpenModel, wish: ScoringWish, signal: AbortSignal): Promise<Scored> {
  const { questions, truncate, probabilities, fields } = wish
  const tasks = questions.map((question) => ({ kind: 'rerank', ...question, truncate }) as const)
  const said = await runToEnd(open, tasks, signal, ({ code, details, param }, task) => {
    const before = questions.slice(0, task).reduce((sum, { documents }) => sum + documents.length, 0)
    const index = /^documents\.(\d+)$/.exec(param ?? '')?.[1]
    return new TrivetError(code, details, index ? `${fields.documents}.${before + Number(index)}` : param)
  })
  const events = said.map((own) => own.flatMap((event) => (event.type === 'score' ? [event] : [])))
  const told = probabilities ? sigmoid : (logit: number) => logit
  return {
    scores: events.map((own) => own.toSorted((a, b) => a.index - b.index).map(({ score }) => told(score))),
    tokens: events.flat().reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** Every text is embedded once, however often it is asked about. */
async function compared(open: OpenModel, wish: ScoringWish, signal: AbortSignal): Promise<Scored> {
  const { questions, truncate } = wish
  const texts = [...new Set(questions.flatMap(({ query, documents }) => [query, ...documents]))]
  const embedding = { prompts: texts, listed: true, dimensions: null, truncate }
  const { vectors, tokens } = await embed(open, embedding, signal).catch((error: unknown) => {
    throw aboutPair(error, wish, texts)
  })
  const byText = new Map(texts.map((text, index) => [text, vectors[index] ?? new Float32Array()]))
  const vectorOf = (text: string) => byText.get(text) ?? new Float32Array()
  return {
    scores: questions.map(({ query, documents }) =>
      documents.map((document) => product(vectorOf(query), vectorOf(document))),
    ),
    tokens,
  }
}

/** An error about one of the texts, with the first field that holds it here. */
function aboutPair(error: unknown, { questions, fields }: ScoringWish, texts: readonly string[]): unknown {
  const index = error instanceof TrivetError ? /^input\.(\d+)$/.exec(error.param ?? '')?.[1] : undefined
  if (!(error instanceof TrivetError) || index === undefined) return error
  const document = questions.flatMap(({ documents }) => documents).indexOf(texts[Number(index)] ?? '')
  return new TrivetError(error.code, error.details, document < 0 ? fields.query : `${fields.documents}.${document}`)
}

/** The cosine of two vectors of length 1. */
function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
