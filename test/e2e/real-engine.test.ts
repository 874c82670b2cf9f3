import { afterAll, beforeAll, describe } from 'vitest'
import { models } from '../fixtures/models.ts'
import { chatSuite } from './chat.suite.ts'
import { errorsSuite } from './errors.suite.ts'
import { modelsSuite } from './models.suite.ts'
import { Program } from './program.ts'
import { promptSuite } from './prompt.suite.ts'

/** The suites over the built program, with models that llama.cpp runs. */
describe.each([
  ['a model that recites', () => models.scripted()],
  ['a model of noise', () => models.random()],
])('over llama.cpp and %s', (_, path) => {
  const target = { baseUrl: '', model: 'org/My-Model-GGUF:Q4_K_M' }
  let program: Program

  beforeAll(async () => {
    program = new Program(['serve', '--port', '0', '--threads', '1', '--model', `${path()}=${target.model}`])
    target.baseUrl = await program.listening()
    while ((await fetch(`${target.baseUrl}/health/ready`)).status !== 200) {}
  })

  afterAll(() => program.dispose())

  modelsSuite(() => target)
  chatSuite(() => target)
  errorsSuite(() => target)
  promptSuite(() => target)
})
