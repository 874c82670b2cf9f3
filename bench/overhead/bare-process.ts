import { type BareOptions, openBareEngine } from './bare-engine.ts'
import type { Side } from './cost.ts'

/** The bare engine in a process of its own, like Trivet's: asked for whole runs, so nothing crosses during one. */
export type Ask =
  | { readonly open: BareOptions }
  | { readonly run: { readonly texts: string[]; readonly maxTokens: number } }

export type Reply = { readonly ready: true } | { readonly done: Side } | { readonly failed: string }

let run: Awaited<ReturnType<typeof openBareEngine>> | null = null

process.on('message', async (ask: Ask) => {
  try {
    if ('open' in ask) {
      run = await openBareEngine(ask.open)
      reply({ ready: true })
    } else if (run !== null) {
      reply({ done: await run(ask.run.texts, ask.run.maxTokens) })
    }
  } catch (error) {
    reply({ failed: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: Reply): void {
  process.send?.(message)
}
