import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fakes/server.ts'
import { chatListSchema, wholeChatSchema } from './schema.ts'

function server(options: object = {}) {
  const { app, keys } = fakeServer({ models: [], ...options })
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers = {}) => {
    const response = await app.inject({ method, url: `/v1/chats${path}`, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  return { call, keys }
}

const question = { parent: null, role: 'user', items: [{ type: 'message', role: 'user', content: 'Hello there' }] }

test('a conversation is begun, gone on with, read, changed and deleted', async () => {
  const { call } = server()
  const { body: chat } = await call('POST', '', { title: 'Greeting', settings: { model: 'm', own: [1] } })
  expect(chat).toMatchObject({ object: 'chat', title: 'Greeting', settings: { model: 'm', own: [1] }, leaf: null })
  const path = `/${chat.id}`
  const { body: first } = await call('POST', `${path}/turns`, question)
  const answer = { id: 'mine', parent: first.id, role: 'assistant', items: [], status: 'in_progress', response_id: 'r' }
  await call('POST', `${path}/turns`, answer)
  const said = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi!' }] }]
  await call('POST', `${path}/turns`, { ...answer, items: said, status: 'completed' })
  const { body: whole } = await call('GET', path)
  expect(wholeChatSchema.strict().parse(whole).turns).toMatchObject([
    { ...question, id: first.id, status: 'completed' },
    { id: 'mine', parent: first.id, items: said, status: 'completed', response_id: 'r' },
  ])
  expect(whole.leaf).toBe('mine')
  expect((await call('POST', path, { title: 'Renamed', leaf: first.id })).body).toMatchObject({
    title: 'Renamed',
    leaf: first.id,
    settings: { model: 'm', own: [1] },
  })
  expect((await call('DELETE', path)).body).toEqual({ object: 'chat.deleted', deleted: 1 })
  expect((await call('GET', path)).body.error).toMatchObject({ code: 'chat_not_found' })
})

test('conversations are searched, a page at a time', async () => {
  const { call } = server()
  for (const title of ['One', 'Two', 'Three']) {
    const { body } = await call('POST', '', { title })
    await call('POST', `/${body.id}/turns`, question)
  }
  const { body: page } = await call('GET', '?query=hello&limit=2')
  expect(chatListSchema.strict().parse(page)).toMatchObject({
    data: [{ title: 'Three' }, { title: 'Two' }],
    has_more: true,
  })
  const { body: rest } = await call('GET', `?query=hello&limit=2&after=${page.data[1].id}`)
  expect(rest).toMatchObject({ data: [{ title: 'One' }], has_more: false })
  const nowhere = await call('GET', '?after=nothing')
  expect([nowhere.status, nowhere.body.error.message]).toEqual([
    400,
    '`after` names no conversation of yours: nothing.',
  ])
  expect((await call('GET', '?query=there%20is%20none')).body.data).toEqual([])
  expect((await call('DELETE', '')).body).toEqual({ object: 'chat.deleted', deleted: 3 })
})

test('a key finds nothing of another', async () => {
  const { call, keys } = server()
  const key = async (name: string) => ({
    authorization: `Bearer ${(await keys.made.create({ name, scopes: ['inference'] })).secret}`,
  })
  const [mine, yours] = [await key('mine'), await key('yours')]
  const { body } = await call('POST', '', {}, mine)
  expect((await call('GET', `/${body.id}`, undefined, mine)).status).toBe(200)
  for (const [method, path, payload] of [
    ['GET', ''],
    ['POST', '', { title: 'x' }],
    ['DELETE', ''],
    ['POST', '/turns', question],
  ] as const) {
    expect((await call(method, `/${body.id}${path}`, payload, yours)).status).toBe(404)
  }
  expect((await call('GET', '', undefined, yours)).body.data).toEqual([])
})

test('turns go on from turns that are there, and stay where they are', async () => {
  const { call } = server()
  const { body } = await call('POST', '', {})
  const at = (fields: object) => call('POST', `/${body.id}/turns`, { ...question, ...fields })
  const refused = { status: 400, body: { error: { code: 'invalid_value', param: 'parent' } } }
  expect(await at({ id: 'a', parent: 'nobody' })).toMatchObject(refused)
  expect(await at({ id: 'a', parent: 'a' })).toMatchObject(refused)
  expect((await at({ id: 'a' })).status).toBe(200)
  expect((await at({ id: 'b', parent: 'a' })).status).toBe(200)
  expect(await at({ id: 'a', parent: 'b' })).toMatchObject(refused)
  expect((await at({ id: 'a' })).status).toBe(200)
  expect(await call('POST', `/${body.id}`, { leaf: 'nobody' })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_value', param: 'leaf' } },
  })
})

test('a key whose conversations take too much is told what to do', async () => {
  const { call } = server({ chatBytes: 10 })
  const { body } = await call('POST', '', {})
  expect(await call('POST', `/${body.id}/turns`, question)).toMatchObject({
    status: 507,
    body: { error: { code: 'chats_full', message: expect.stringContaining('Delete some') } },
  })
})

test('a server that keeps none says so', async () => {
  const { call } = server({ keepsChats: false })
  expect(await call('GET', '')).toMatchObject({ status: 403, body: { error: { code: 'chats_off' } } })
  expect((await call('POST', '', {})).body.error.code).toBe('chats_off')
})

test.each([
  [{ ...question, role: 'system' }, 'role'],
  [{ ...question, items: [{ type: 'message', role: 'user' }] }, 'items.0.content'],
  [{ ...question, status: 'lost' }, 'status'],
])('a turn that is none is refused by name: %#', async (turn, param) => {
  const { call } = server()
  const { body } = await call('POST', '', {})
  const refused = await call('POST', `/${body.id}/turns`, turn)
  expect([refused.status, refused.body.error.param.startsWith(param.split('.')[0])]).toEqual([400, true])
})

test('settings have an end', async () => {
  const { call } = server({ bodyLimitBytes: 200_000 })
  expect((await call('POST', '', { settings: { text: 'x'.repeat(65_536) } })).body.error.param).toBe('settings')
})
