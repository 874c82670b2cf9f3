import { expect, test } from 'vitest'
import { readChunk } from './chunk.ts'

const visible = (delta: unknown) => readChunk(JSON.stringify({ choices: [{ delta }] })).visible

test('visible: text, reasoning, tool calls; not a role, an empty text or null', () => {
  expect(visible({ content: 'x' })).toBe(true)
  expect(visible({ reasoning_content: 'x' })).toBe(true)
  expect(visible({ tool_calls: [{ index: 0 }] })).toBe(true)
  expect(visible({ role: 'assistant', content: '' })).toBe(false)
  expect(visible({ content: null })).toBe(false)
  expect(visible({})).toBe(false)
})

test('usage and failures', () => {
  expect(readChunk('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}')).toEqual({
    visible: false,
    promptTokens: 3,
    completionTokens: 4,
    failure: null,
  })
  expect(readChunk('{"choices":[],"usage":null}').promptTokens).toBeNull()
  expect(readChunk('{"error":{"message":"no"}}').failure).toBe('no')
  expect(readChunk('{"error":{"code":1}}').failure).toBe('{"error":{"code":1}}')
})
