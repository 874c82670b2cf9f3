import { ERRORS, type ErrorCode, TrivetError } from '../../core/errors.ts'
import { eventData } from '../../core/event-data.ts'
import { credentials } from '../credentials.ts'
import { ourRoute } from '../our-route.ts'
import type { ToldEvent, ToldJob } from './told-job.ts'

/** Whether a Trivet server answers there. */
export async function serverAnswers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) })
    return ((await response.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

/** Asks a server for work that is a job, and follows it. Rejects with what the server refuses it for. */
export async function* serverJob(
  url: string,
  path: string,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<ToldEvent> {
  const unreachable = (reason: string, cause?: unknown) =>
    new TrivetError('upstream_error', { url, reason }, null, { cause })
  const response = await fetch(ourRoute(url, path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials() },
    body: JSON.stringify({ ...body, stream: true }),
    signal,
  }).catch((error: unknown) => {
    throw unreachable('does not answer.', error)
  })
  if (!response.ok || response.body === null) throw toldError(((await response.json()) as { error: ToldError }).error)
  try {
    for await (const data of eventData(response.body)) yield JSON.parse(data) as ToldEvent
  } catch (error) {
    signal.throwIfAborted()
    throw unreachable('broke off. What it was doing may go on there: GET /v1/jobs.', error)
  }
}

/** Tells a server to pause the job; what it says to that is of no interest to who leaves. */
export async function pauseAt(url: string, id: string): Promise<void> {
  await tell(ourRoute(url, `/v1/jobs/${id}/pause`))
}

/** Tells a server to end the job. */
export async function cancelAt(url: string, id: string): Promise<void> {
  await tell(ourRoute(url, `/v1/jobs/${id}/cancel`))
}

async function tell(url: string): Promise<void> {
  const order = { method: 'POST', headers: credentials(), signal: AbortSignal.timeout(5_000) }
  await fetch(url, order).catch(() => {})
}

type ToldError = NonNullable<ToldJob['error']>

/** An error of a server, with its words: the message is what it said, whatever this version would say. */
export function toldError({ code, message, param }: ToldError): TrivetError {
  const known: ErrorCode = code in ERRORS ? code : 'internal_error'
  const error = new TrivetError(known, {}, param)
  error.message = message
  return error
}
