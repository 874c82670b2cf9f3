import { Link } from 'wouter'
import { type RequestDetail, readRequest } from '../api/requests.ts'
import { formatDuration, formatFacts, formatMany } from '../lib/format.ts'
import { useAsked } from '../lib/use-asked.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Scrolled } from '../ui/Scrolled.tsx'
import { ActivityTabs } from './ActivityTabs.tsx'
import { EngineWords } from './EngineWords.tsx'

/** What a model was asked for a request, as it was asked it, and what it said. */
export function RequestPage({ id }: { readonly id: string }) {
  const { value: request, error } = useAsked(id, readRequest, 0)
  /** Of several, which one. */
  const places = (run: number) => (request?.runs.length === 1 ? '' : `, ${run + 1} of ${request?.runs.length}`)
  return (
    <Page title="Activity">
      <ActivityTabs />
      <Link href="/activity/requests" className="text-accent text-sm">
        All requests
      </Link>
      <ErrorText text={error} />
      {request && (
        <>
          <header>
            <h2 className="font-semibold [overflow-wrap:anywhere]">{request.route}</h2>
            <p className="text-muted text-sm tabular-nums">{factsOf(request)}</p>
          </header>
          {request.runs.map(({ tasks, prompt_token_ids, events }, run) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and stay in order
            <div key={run} className="flex flex-col gap-6">
              {tasks.map((task, index) => (
                <Task
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={index}
                  task={task}
                  ids={prompt_token_ids[index] ?? null}
                  place={`${places(run)}${tasks.length === 1 ? '' : `, answer ${index + 1}`}`}
                />
              ))}
              <Section title={`What it said${places(run)}${request.truncated ? ' (there was more than is kept)' : ''}`}>
                <EngineWords label={`What the engine said${places(run)}`} words={events} />
              </Section>
            </div>
          ))}
        </>
      )}
    </Page>
  )
}

interface TaskProps {
  readonly task: Readonly<Record<string, unknown>>
  readonly ids: readonly number[] | null
  /** Tells it from others. */
  readonly place: string
}

function Task({ task: { prompt, ...settings }, ids, place }: TaskProps) {
  return (
    <>
      {typeof prompt === 'string' && (
        <Section title={`Prompt${place}: ${ids === null ? 'text' : formatMany(ids.length, 'token')}`}>
          <Raw text={prompt} label={`Prompt${place}`} />
          {ids !== null && (
            <details className="text-sm">
              <summary className="cursor-pointer text-muted">Token ids</summary>
              <Raw text={ids.join(' ')} label={`Token ids${place}`} />
            </details>
          )}
        </Section>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">Settings</summary>
        <Raw text={JSON.stringify(settings, null, 2)} label={`Settings${place}`} />
      </details>
    </>
  )
}

function Raw({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="relative">
      <Scrolled label={label} className="max-h-80 bg-panel">
        <pre className="whitespace-pre-wrap px-4 py-3 pr-12 font-mono text-xs [overflow-wrap:anywhere]">{text}</pre>
      </Scrolled>
      <div className="absolute top-1 right-1">
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}

function factsOf({ id, model, owner, status, first_token_ms, latency_ms, ...counts }: RequestDetail): string {
  return formatFacts([
    model,
    status,
    owner,
    `${formatMany(counts.prompt_tokens, 'token')} in (${counts.cached_tokens} from the cache), ${formatMany(counts.completion_tokens, 'token')} out`,
    first_token_ms === null ? null : `first after ${formatDuration(first_token_ms)}`,
    latency_ms === null ? null : `over after ${formatDuration(latency_ms)}`,
    id,
  ])
}
