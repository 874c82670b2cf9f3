import { describe, expect, test } from 'vitest'
import { expectOpenAi } from '../openai-document.ts'
import { openai, type Target } from './target.ts'

/** Finding one's way around a server: its models, its health, its description. */
export function modelsSuite(target: () => Target): void {
  describe('models', () => {
    test('the client lists and retrieves them', async () => {
      const listed = []
      for await (const model of openai(target()).models.list()) listed.push(model)
      const own = listed.find((model) => model.id === target().model)
      expect(own).toMatchObject({ object: 'model', owned_by: 'local' })
      expect(Number.isInteger(own?.created)).toBe(true)
      expect(await openai(target()).models.retrieve(target().model)).toMatchObject({
        id: own?.id,
        created: own?.created,
      })
    })

    test("are as OpenAI's document has them", async (context) => {
      const { baseUrl, model } = target()
      const read = async (path: string) => (await fetch(`${baseUrl}/v1/models${path}`)).json()
      expectOpenAi(context, 'ListModelsResponse', await read(''))
      expectOpenAi(context, 'Model', await read(`/${model}`))
    })

    test('an id may come as it is or encoded', async () => {
      const { baseUrl, model } = target()
      const encoded = encodeURIComponent(model)
      for (const path of [model, encoded, encoded.replace(/%../g, (code) => code.toLowerCase())]) {
        const response = await fetch(`${baseUrl}/v1/models/${path}`)
        expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([200, model])
      }
    })

    test.each([
      ['no/such-model', 404],
      ['..%2f..', 404],
      ['%zz', 400],
    ])('%s is a %d', async (path, status) => {
      const response = await fetch(`${target().baseUrl}/v1/models/${path}`)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    })
  })

  test('health, documentation and OpenAPI are there', async () => {
    for (const [path, type] of [
      ['/health', 'application/json'],
      ['/health/live', 'application/json'],
      ['/health/ready', 'application/json'],
      ['/openapi.json', 'application/json'],
      ['/docs', 'text/html'],
      ['/', 'text/html'],
    ] as const) {
      const response = await fetch(target().baseUrl + path)
      expect([path, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type])
    }
  })
}
