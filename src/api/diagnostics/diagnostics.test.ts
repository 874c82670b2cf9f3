import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { stillCatalogue } from '../../../test/fakes/catalogue.ts'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import { createLogger } from '../../telemetry/logger.ts'

const PLANTED = {
  home: '/srv/people/mallory',
  user: 'mallory',
  host: 'vault.corp',
  plainKey: 'correct-horse',
  token: 'swordfish-token',
  folder: '/mnt/client-files',
  prompt: 'the recipe of the potion',
  answer: 'three newts and a toad',
  address: '203.0.113.7',
  proxy: '198.51.100.4',
  site: 'intranet.corp',
  keyName: 'laptop-of-eve',
  mistaken: 'pasted-into-the-path',
}

const MODEL: StoredModel = {
  id: 'stored',
  path: `${PLANTED.folder}/stored.gguf`,
  source: 'folder',
  owned: false,
  sizeBytes: 7,
  modifiedMs: 0,
  attachments: {},
  facts: null,
  invalid: `${PLANTED.folder}/stored.gguf ends too early.`,
  aliases: ['other'],
  pinned: false,
}

/** A server that knows all of it, after it has been used in every way that leaves traces. */
async function usedServer() {
  const { home, user, host, plainKey, token, folder } = PLANTED
  const fake = fakeServer({
    models: [{ id: 'm', reply: says(PLANTED.answer) }],
    catalogue: stillCatalogue([MODEL]),
    plainKeys: [{ secret: plainKey, from: 'key_file' }],
    keptRequests: 5,
    access: { trustedProxies: ['loopback'] },
    about: {
      settings: {
        port: 8420,
        key_file: `${home}/keys`,
        allowed_hosts: [PLANTED.site],
        trusted_proxies: [PLANTED.proxy],
        models: [{ id: 'm', path: `${folder}/m.gguf`, defaults: { stop: [PLANTED.prompt], top_k: 3 } }],
        upstreams: [{ url: `http://${PLANTED.site}/v1`, key_env: 'SECRET_OF_EVE', slots: 64 }],
      },
      private: { home, user, host, secrets: [plainKey, token], folders: [folder] },
    },
  })
  const headers = { authorization: `Bearer ${plainKey}`, 'x-forwarded-for': PLANTED.address }
  const ask = (url: string, payload?: object) =>
    fake.app.inject({ url, headers, ...(payload && { method: 'POST' as const, payload }) })
  const made = (await ask('/v1/keys', { name: PLANTED.keyName })).json()
  await ask('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: PLANTED.prompt }] })
  await ask(`/v1/${PLANTED.mistaken}?key=${made.secret}`)
  const logger = createLogger({
    level: 'info',
    pretty: false,
    destination: { write() {} },
    listener: fake.telemetry.log,
  })
  logger.info({ path: `/v1/${PLANTED.mistaken}`, status: 404, key: made.id }, 'answered')
  logger.warn({ reason: `${home}/x of ${user}@${host}: ${token}`, peer: `${PLANTED.address}:99` }, `as ${made.secret}`)
  logger.info({ prompt: PLANTED.prompt, task: { text: PLANTED.answer } }, 'kept')
  return { ...fake, ask, secret: made.secret as string, made: made.id as string }
}

function filesOf(archive: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, said]) => [name, strFromU8(said)]))
}

test('what helps is in the archive, and nothing that is private', async () => {
  const { ask, secret, made } = await usedServer()
  const response = await ask('/v1/system/diagnostics')
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
  const files = filesOf(response.rawPayload)
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'versions.json',
    'settings.json',
    'machine.json',
    'models.json',
    'status.json',
    'events.json',
    'log.jsonl',
    'metrics.txt',
  ])
  const read = (name: string) => JSON.parse(files[name] ?? '')
  expect(read('settings.json')).toEqual({
    port: 8420,
    key_file: '<path>',
    allowed_hosts: '<1>',
    trusted_proxies: '<1>',
    models: [{ id: 'm', path: '<path>', defaults: { stop: '<1>', top_k: 3 } }],
    upstreams: [{ url: '<set>', key_env: '<set>', slots: 64 }],
  })
  expect(read('models.json')).toMatchObject([{ id: 'stored', size_bytes: 7, invalid: '<path> ends too early.' }])
  expect(read('status.json')).toMatchObject({ phase: 'ready', usage: { totals: { requests: 1 } } })
  expect(read('versions.json')).toMatchObject({ trivet: '0.0.0-test', node: process.versions.node })
  expect(read('machine.json')).toMatchObject({ cpu: { cores: 2 } })
  expect(read('events.json')).toMatchObject([{ type: 'key.created', message: 'An API key: key.created.' }])
  expect(files['metrics.txt']).toContain('trivet_requests_total{model="m",outcome="ok"} 1')
  expect(files['log.jsonl']?.split('\n').map((line) => line && JSON.parse(line).message)).toEqual([
    'answered',
    'as tvt-***',
    'kept',
    '',
  ])
  expect(files['log.jsonl']).toContain('"reason":"~/x of <name>@<name>: ***","peer":"<address>:99"')
  const all = Object.values(files).join('\n').toLowerCase()
  for (const [what, planted] of Object.entries({ ...PLANTED, secret, made, keyEnv: 'SECRET_OF_EVE' })) {
    expect(all.includes(planted.toLowerCase()), what).toBe(false)
  }
})

test('the archive is for those who may do everything', async () => {
  const { app, keys } = await usedServer()
  const { secret } = await keys.made.create({ name: 'manager', scopes: ['manage'] })
  const response = await app.inject({ url: '/v1/system/diagnostics', headers: { 'x-api-key': secret } })
  expect([response.statusCode, response.json().error.code]).toEqual([403, 'scope_missing'])
})
