import { describe, expect, test } from 'vitest'
import { responseEvents, responsesOf } from '../../../test/fakes/responses.ts'

describe('memory', () => {
  test('a response is read again, gone on from, and deleted', async () => {
    const { app, post, prompt } = responsesOf()
    const first = (await post({ input: 'hi', instructions: 'Be brief.' })).json()
    expect((await app.inject(`/v1/responses/${first.id}`)).json()).toEqual(first)
    const second = (await post({ input: 'more', previous_response_id: first.id })).json()
    expect(prompt()).toBe('<user>hi<assistant>Hello there<user>more<assistant>')
    expect(second.previous_response_id).toBe(first.id)
    await post({ input: 'third', previous_response_id: second.id })
    expect(prompt()).toBe('<user>hi<assistant>Hello there<user>more<assistant>Hello there<user>third<assistant>')

    const deleted = await app.inject({ method: 'DELETE', url: `/v1/responses/${first.id}` })
    expect(deleted.json()).toEqual({ id: first.id, object: 'response', deleted: true })
    const gone = await app.inject(`/v1/responses/${first.id}`)
    expect([gone.statusCode, gone.json().error.code]).toEqual([404, 'response_not_found'])
    expect((await post({ input: 'still', previous_response_id: second.id })).statusCode).toBe(200)
  })

  test('one response may be gone on from twice', async () => {
    const { post, scheduler } = responsesOf()
    const { id } = (await post({ input: 'hi' })).json()
    await Promise.all(['a', 'b'].map((input) => post({ input, previous_response_id: id })))
    expect(scheduler.tasks.slice(1).map((task) => task.prompt)).toEqual(
      ['a', 'b'].map((input) => `<user>hi<assistant>Hello there<user>${input}<assistant>`),
    )
  })

  test.each([
    ['was not stored', { store: false }],
    ['never was', null],
  ])('what %s can not be gone on from', async (_, fields) => {
    const { post } = responsesOf()
    const id = fields === null ? 'resp_x' : (await post({ input: 'hi', ...fields })).json().id
    const response = await post({ input: 'more', previous_response_id: id })
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      {
        message: `There is no stored response \`${id}\` to go on from. It was deleted, has expired, or was never stored.`,
        type: 'invalid_request_error',
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      },
    ])
  })

  test('an item is referred to by its id', async () => {
    const { post, prompt } = responsesOf()
    const { output } = (await post({ input: 'hi' })).json()
    await post({
      input: [
        { type: 'item_reference', id: output[0].id },
        { role: 'user', content: 'more' },
      ],
    })
    expect(prompt()).toBe('<assistant>Hello there<user>more<assistant>')
    const unknown = await post({ input: [{ type: 'item_reference', id: 'msg_x' }] })
    expect([unknown.statusCode, unknown.json().error.param]).toEqual([400, 'input.0'])
  })

  test('what a response was made from is listed page by page', async () => {
    const { app, post } = responsesOf()
    const input = ['a', 'b', 'c'].map((text) => ({ role: 'user', content: text }))
    const { id } = (await post({ input })).json()
    const list = async (query: string) => (await app.inject(`/v1/responses/${id}/input_items?${query}`)).json()
    const texts = (page: { data: { content: { text: string }[] }[] }) => page.data.map((item) => item.content[0]?.text)
    const first = await list('limit=2&order=asc')
    expect([texts(first), first.has_more, first.first_id, first.last_id]).toEqual([['a', 'b'], true, 'msg_2', 'msg_3'])
    const second = await list(`limit=2&order=asc&after=${first.last_id}`)
    expect([texts(second), second.has_more]).toEqual([['c'], false])
    expect(texts(await list(''))).toEqual(['c', 'b', 'a'])
    expect((await list('limit=0')).error.param).toBe('limit')
    expect((await list('after=nope')).error.param).toBe('after')
  })

  test('the events are told again, from anywhere', async () => {
    const { app, stream } = responsesOf()
    const all = await stream({ input: 'hi' })
    const again = await app.inject('/v1/responses/resp_3?stream=true')
    expect(again.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(responseEvents(again.body)).toEqual(all)
    const rest = await app.inject('/v1/responses/resp_3?stream=true&starting_after=7')
    expect(rest.body).toBe(
      all
        .slice(8)
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join(''),
    )
  })
})
