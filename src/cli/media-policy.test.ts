import { expect, test } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { mediaPolicy } from './media-policy.ts'

const policy = mediaPolicy({ folders: [], hosts: ['*'] }, new ManualClock(), '0')
const asked = (url: string) =>
  policy.fetch(url, { limit: 100, signal: new AbortController().signal, allowed: () => true })

test('what can not be reached is told at once, in words', async () => {
  await expect(asked('http://nobody.invalid/a.png')).rejects.toMatchObject({ code: 'upstream_error' })
})

test.each(['http://127.0.0.1:1/a.png', 'http://localhost:1/a.png'])(
  'no setting allows %s, so none is named',
  async (url) => {
    const refusal = await asked(url).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'source_refused', message: expect.stringMatching(/is private\.$/) })
  },
)
