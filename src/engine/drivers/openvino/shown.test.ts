import { expect, test } from 'vitest'
import { shownPrompt } from './shown.ts'

const image = (mark: string) => ({ kind: 'image', mark, width: 1, height: 1, pixels: 'AAAA' }) as const
const [cat, dog] = [image('<cat>'), image('<dog>')]

test('images are numbered by where they stand, one shown twice for each place', () => {
  const { text, images } = shownPrompt('<dog> or <cat>? <dog>!', [cat, dog])
  expect(text).toBe('<ov_genai_image_0> or <ov_genai_image_1>? <ov_genai_image_2>!')
  expect(images).toEqual([dog, cat, dog])
})

test('a prompt without any is left as it is', () => {
  expect(shownPrompt('Hello', [])).toEqual({ text: 'Hello', images: [] })
})
