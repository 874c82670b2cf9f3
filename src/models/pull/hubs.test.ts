import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { openHubs } from './hubs.ts'

const open = (HF_ENDPOINT: string) =>
  openHubs({ env: { HF_ENDPOINT }, clock: new ManualClock(), privateAllowed: false, version: '1' })

test.each([
  ['', 'https://huggingface.co'],
  ['hub.example.org/', 'https://hub.example.org'],
  ['localhost:8080', 'https://localhost:8080'],
  ['http://10.0.0.1:8080/hf/', 'http://10.0.0.1:8080/hf'],
])('the mirror %j is at %s', async (written, endpoint) => {
  const { endpoints, client } = open(written)
  expect(endpoints.huggingFace).toBe(endpoint)
  await client.close()
})

test.each(['ftp://x', 'file:///etc', 'https://', 'a b'])('the mirror %j is refused', (written) => {
  const reason = `HF_ENDPOINT: ${written} is no address that begins with https:// or http://.`
  expect(() => open(written)).toThrow(expect.objectContaining({ code: 'invalid_config', details: { reason } }))
})
