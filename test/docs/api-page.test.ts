import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/api/system/docs/document.ts'
import { fakeServer } from '../fakes/server.ts'
import { apiPage } from './api-page.ts'

test('docs/api.md says what the server does', async () => {
  const { app } = fakeServer({ models: [] })
  const { body } = await app.inject('/openapi.json')
  await expect(apiPage(JSON.parse(body) as OpenApiDocument)).toMatchFileSnapshot('../../docs/api.md')
  await app.close()
})
