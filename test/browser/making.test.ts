import { beforeAll, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { describeInBrowser } from './browsing.ts'

describeInBrowser('models that are made of others', ({ open, serve }) => {
  let url = ''
  beforeAll(async () => {
    url = await serve(['--model', `${models.random()}=large`])
  })

  test('have smaller numbers, and are there at once', async () => {
    const page = await open(`${url}#/models`)
    await page.getByRole('button', { name: 'Quantize…' }).click()
    await page.getByRole('combobox', { name: 'Type of its numbers' }).selectOption('Q8_0')
    await page.getByLabel('Name').fill('smaller')
    await page.getByRole('button', { name: 'Quantize', exact: true }).click()
    await page.getByRole('button', { name: 'Delete smaller' }).waitFor()
    expect(await (await fetch(`${url}v1/models/smaller`)).json()).toMatchObject({ quantization: 'Q8_0' })
  })

  test('are refused in words when there is nothing to make them of', async () => {
    const page = await open(`${url}#/models`)
    await page.getByRole('button', { name: 'Convert a Hugging Face model…' }).click()
    await page.getByLabel('Model', { exact: true }).fill('../etc')
    await page.getByRole('button', { name: 'Convert', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })
})
