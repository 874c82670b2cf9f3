import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onMachineOf } from './machine-of.ts'

test.each([
  ['http://127.0.0.1:8080', 'models/demo.gguf', join(process.cwd(), 'models/demo.gguf')],
  ['http://localhost:8080', './demo.gguf', join(process.cwd(), 'demo.gguf')],
  ['http://[::1]:8080', '../demo.gguf', join(process.cwd(), '..', 'demo.gguf')],
  ['http://127.0.0.1:8080', '/srv/demo.gguf', '/srv/demo.gguf'],
  ['http://10.0.0.7:8080', 'models/demo.gguf', 'models/demo.gguf'],
  ['https://board.example', '/srv/demo.gguf', '/srv/demo.gguf'],
])('to the server at %s, %s is %s', (url, path, whole) => {
  expect(onMachineOf(url, path)).toBe(whole)
})
