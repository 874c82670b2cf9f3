/** One request of the mixture: what is sent where, and whether its client leaves in the middle. */
export interface Errand {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly leaves: boolean
}

const WEATHER = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}

const LONG = 'The quick brown fox jumps over the lazy dog. '

/** The `index`-th request of an endless mixture, the same every time: all kinds in turn, each with words of its own. */
export function errand(index: number, model: string): Errand {
  const word = `number ${index}`
  const chat = (content: string, more: object = {}): Errand['body'] => ({
    model,
    messages: [{ role: 'user', content }],
    max_tokens: 24,
    ...more,
  })
  const kinds: readonly Omit<Errand, 'leaves'>[] = [
    { path: 'chat/completions', body: chat(`Repeat after me: ${word}`) },
    { path: 'chat/completions', body: chat(`Count to ten, ${word}`, { stream: true }) },
    { path: 'completions', body: { model, prompt: `${word} and`, max_tokens: 16, logprobs: 5 } },
    { path: 'chat/completions', body: chat(`What is the weather in ${word}?`, { tools: [WEATHER] }) },
    { path: 'chat/completions', body: chat(`${word} as JSON`, { response_format: { type: 'json_object' } }) },
    { path: 'chat/completions', body: chat(`${LONG.repeat(1 + (index % 12))}${word}`, { temperature: 0.8, n: 2 }) },
    { path: 'chat/completions', body: chat(`Repeat: ${word}`, { spec_type: 'ngram-cache', spec_n_max: 4 }) },
    { path: 'chat/completions', body: chat(`Say ${word}`, { max_tokens: 400, ignore_eos: true, stream: true }) },
  ]
  const kind = index % kinds.length
  // The last kind is the one whose client doesn't wait for the end.
  return { ...(kinds[kind] as Omit<Errand, 'leaves'>), leaves: kind === kinds.length - 1 }
}
