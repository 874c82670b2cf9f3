import { onAbort } from '../../../core/abort.ts'
import { type Capabilities, PARAMETERS } from '../../../core/capability.ts'
import type { Clock } from '../../../core/clock.ts'
import { asTrivetError, TrivetError } from '../../../core/errors.ts'
import type { EngineEvent } from '../../../core/event.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import type { EngineTask, Prompt } from '../../../core/task.ts'
import { askedToStop } from '../../asked-to-stop.ts'
import type { EngineEnd, EngineInstance, LoadedModel } from '../../driver.ts'
import { chatBody } from './chat-body.ts'
import { chatEvents } from './chat-events.ts'
import type { UpstreamClient } from './client.ts'
import { completionBody, completionEvents } from './completion.ts'
import { cutAtStop } from './cut-at-stop.ts'
import { DIALECT } from './dialects.ts'
import type { RemoteModel } from './endpoint.ts'
import { imagesOf } from './images.ts'
import { logitsBody, logitsEvents } from './logits.ts'
import { PromptSizes } from './prompt-sizes.ts'
import { embeddingEvents, embeddingsBody, floatsOf, rerankBody, rerankEvents } from './reading.ts'
import { Reports } from './reports.ts'
import { tokenEvents } from './tokens.ts'
import { Watch } from './watch.ts'

export interface UpstreamInstanceOptions {
  /** Name used in messages. */
  readonly modelId: string
  readonly remote: RemoteModel
  readonly client: UpstreamClient
  readonly clock: Clock
  readonly capabilities: Capabilities
  readonly model: LoadedModel
  /** Called once, when the endpoint is free for another instance. */
  released(): void
}

/** A model of another server, as an engine of this one. It ends when the server is gone; what is under way goes on by itself. */
export function createUpstreamInstance(options: UpstreamInstanceOptions): EngineInstance {
  const { modelId, remote, clock, capabilities, model, released } = options
  const { url } = remote.endpoint
  const dialect = DIALECT[remote.dialect]
  const client = dialect.adapted?.(options.client, remote) ?? options.client
  const stopping = new AbortController()
  let end = (_: EngineEnd) => {}
  const ended = new Promise<EngineEnd>((resolve) => {
    end = resolve
  })
  const sizes = new PromptSizes()
  let running = 0
  const reports = new Reports(remote, client, clock, () => running)
  const watch = new Watch(remote.endpoint, client, clock, {
    gone(failures, reason) {
      const how = `the server at ${url} failed ${failures} times in a row`
      end({ expected: false, how, lastLine: `it ${reason.replace(/\.$/, '')}`, elsewhere: true })
    },
    back: () => reports.again(),
  })
  void ended.then(() => {
    watch.close()
    reports.close()
    released()
  })

  async function* work(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void> {
    switch (task.kind) {
      case 'chat': {
        const body = chatBody(task.request, remote, dialect, await imagesOf(task.request.media))
        const events = sizes.told(task, chatEvents(url, client.stream('chat/completions', body, signal)))
        return yield* dialect.tellsStops ? cutAtStop(events, task.request.stop) : events
      }
      case 'generate':
        return yield* sizes.told(
          task,
          completionEvents(url, task, client.stream('completions', completionBody(task, remote, dialect), signal)),
        )
      case 'embed':
        return yield* embeddingEvents(
          url,
          task,
          await client.post('embeddings', embeddingsBody(task, remote, dialect), signal),
        )
      case 'rerank':
        return yield* rerankEvents(url, task, await client.post('rerank', rerankBody(task, remote), signal))
      case 'tokenize':
      case 'detokenize':
        return yield* await tokenEvents(task, remote, client, signal)
      case 'logits': {
        const ids = await idsOf(task.prompt, signal)
        const answer = await client.post('completions', logitsBody(task, ids, remote), signal)
        return yield* logitsEvents(url, task, ids, answer)
      }
      default:
        throw new TrivetError(
          'wrong_model_type',
          { model: remote.id, reason: `the server at ${url} writes down no sounds` },
          'model',
        )
    }
  }

  async function idsOf(prompt: Prompt, signal: AbortSignal): Promise<readonly number[]> {
    if (typeof prompt !== 'string') return prompt
    const task = { kind: 'tokenize', text: prompt, addSpecial: true, parseSpecial: true } as const
    const told = await tokenEvents(task, remote, client, signal)
    return told.flatMap((event) => (event.type === 'tokens' ? event.ids : []))
  }

  return {
    capabilities,
    model,
    ended,
    extraBytes: () => 0,
    reported: () => reports.latest,
    async *run(task, signal) {
      if (signal.aborted) return
      const own = new AbortController()
      const deafen = [onAbort(signal, () => own.abort()), onAbort(stopping.signal, () => own.abort())]
      running++
      try {
        if (stopping.signal.aborted) throw stopped()
        for await (const event of work(task, own.signal)) {
          // What had come by then is nobody's.
          if (signal.aborted) return
          yield event
        }
        watch.answered()
      } catch (thrown) {
        if (signal.aborted) return
        const error = stopping.signal.aborted ? stopped() : asTrivetError(thrown)
        watch.failed(error)
        yield { type: 'error', error: error.report() }
      } finally {
        running--
        for (const each of deafen) each()
        own.abort()
      }
    },
    async stop() {
      stopping.abort()
      end({ expected: true, how: 'let go', lastLine: '' })
      await ended
    },
  }

  function stopped(): TrivetError {
    return askedToStop(modelId, 'stopped')
  }
}

/** What a dialect's fields come to. */
export function parametersOf({ dialect }: Pick<RemoteModel, 'dialect'>): Capabilities['parameters'] {
  const { fields } = DIALECT[dialect]
  const support = PARAMETERS.map((name) => [name, fields[name] === undefined ? 'refused' : 'enforced'])
  return Object.fromEntries(support) as Capabilities['parameters']
}

/** Of one vector, made to see it. */
export async function vectorSize(remote: RemoteModel, client: UpstreamClient, signal: AbortSignal): Promise<number> {
  const body = embeddingsBody({ kind: 'embed', inputs: ['a'], normalize: false }, remote, DIALECT[remote.dialect])
  const answer = (await client.post('embeddings', body, signal)) as { data?: { embedding?: string | number[] }[] }
  return floatsOf(answer.data?.[0]?.embedding ?? []).length
}

/** @param embeddingSize `null`: it makes no embeddings */
export function remoteCapabilities(remote: RemoteModel, embeddingSize: number | null): Capabilities {
  return {
    generate: remote.purpose === 'chat',
    chat: remote.purpose === 'chat',
    embeddingSize,
    rerank: remote.purpose === 'rerank',
    // vLLM alone tells logprobs of a prompt by the ids of tokens.
    logits: remote.purpose === 'chat' && remote.dialect === 'vllm',
    lateGrammars: false,
    shownTokens: DIALECT[remote.dialect].shows !== null,
    media: { ...TEXT_ONLY, image: remote.sees ?? false },
    contextTokens: remote.contextTokens ?? Number.POSITIVE_INFINITY,
    slots: remote.endpoint.slots,
    parameters: parametersOf(remote),
  }
}

/** Most of it is known only over there. */
export function describedModel({ endpoint, dialect, contextTokens }: RemoteModel): LoadedModel {
  return {
    chatTemplate: null,
    bosToken: '',
    eosToken: '',
    addsBos: false,
    description: `at ${endpoint.url}`,
    at: endpoint.url,
    parameters: 0,
    sizeBytes: 0,
    trainedContextTokens: contextTokens ?? 0,
    vocabularyTokens: Number.POSITIVE_INFINITY,
    engineVersion: dialect,
  }
}
