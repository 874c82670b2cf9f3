import type { RkllmRuntime, RunResult } from './native/runtime.ts'

/** What the model makes of each token; `null`: the runtime told nothing. */
export async function readRows(
  runtime: RkllmRuntime,
  mode: 'hidden' | 'logits',
  tokens: readonly number[],
): Promise<RunResult['rows']> {
  let told: RunResult['rows'] = null
  const onResult = ({ rows }: RunResult) => {
    told = rows ?? told
  }
  const status = await runtime.run({ mode, tokens, sampling: null, adapter: null, onResult })
  return status === 0 ? told : null
}
