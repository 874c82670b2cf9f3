import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../../test/fakes/clock.ts'
import type { ChatMessage } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { Answerer } from './answerer.ts'
import { HELP, holdConversation, type Terminal } from './session.ts'

/** A terminal whose lines are typed by the test. */
class FakeTerminal implements Terminal {
  output = ''
  thoughts = ''
  readonly notes: string[] = []
  prompts = ''
  interrupt = () => {}
  readonly #typed: string[] = []
  #closed = false
  #wake = () => {}

  readonly lines = this.#read()

  type(...lines: string[]): void {
    this.#typed.push(...lines)
    this.#wake()
  }

  close(): void {
    this.#closed = true
    this.#wake()
  }

  prompt(more: boolean): void {
    this.prompts += more ? '.' : '>'
  }

  write(text: string): void {
    this.output += text
  }

  think(text: string): void {
    this.thoughts += text
  }

  note(line: string): void {
    this.notes.push(line)
  }

  onInterrupt(listener: () => void): void {
    this.interrupt = listener
  }

  async *#read(): AsyncGenerator<string> {
    while (true) {
      const line = this.#typed.shift()
      if (line !== undefined) yield line
      else if (this.#closed) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}

/** What is said to it, it says back in two pieces 100 ms apart; to `hang` it never ends, to `fail` it fails. */
function echo(clock: ManualClock) {
  const heard: string[] = []
  const answerer: Answerer = {
    async *answer(messages: readonly ChatMessage[], signal): AsyncGenerator<EngineEvent> {
      const texts = messages.map(({ role, content }) => `${role}: ${content.map((part) => part.text).join('')}`)
      heard.push(texts.join(' | '))
      const last = messages.at(-1)?.content[0]?.text ?? ''
      if (last === 'fail') throw new TrivetError('engine_error', { reason: 'no luck' })
      clock.advance(100)
      if (last === 'ponder') yield { type: 'reasoning-delta', text: 'hm', tokens: 1 }
      yield { type: 'text-delta', text: 'you said ', tokens: 2 }
      if (last === 'hang') await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      if (signal.aborted) return
      clock.advance(100)
      yield { type: 'text-delta', text: last, tokens: 1 }
      yield { type: 'usage', promptTokens: 1, completionTokens: 3, cachedTokens: 0 }
      yield { type: 'finish', reason: 'stop' }
    },
    close: async () => {},
  }
  return { heard, answerer }
}

function conversation(system: string | null = null) {
  const clock = new ManualClock()
  const terminal = new FakeTerminal()
  const { heard, answerer } = echo(clock)
  return { terminal, heard, ended: holdConversation({ terminal, answerer, system, clock }) }
}

describe('holdConversation', () => {
  it('remembers what was said, and shows how each answer went', async () => {
    const { terminal, heard, ended } = conversation('be kind')
    terminal.type('one', '', 'two')
    terminal.close()
    expect(await ended).toBe(null)
    expect(terminal.output).toBe('you said one\nyou said two\n')
    expect(terminal.notes).toEqual(Array(2).fill('3 tokens · 20.0 tok/s · first after 100 ms'))
    expect(heard).toEqual([
      'system: be kind | user: one',
      'system: be kind | user: one | assistant: you said one | user: two',
    ])
    expect(terminal.prompts).toBe('>>>>')
  })

  it('/clear forgets, /help helps, /exit leaves, and nothing else is a command', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('one', '/clear', '/help', '/nope', '/usr/bin is what', '"""/exit"""', '/exit', 'unheard')
    await ended
    expect(heard).toEqual(['user: one', 'user: /usr/bin is what', expect.stringMatching(/ \| user: \/exit$/)])
    expect(terminal.notes.filter((note) => !note.includes('tok/s'))).toEqual([
      'The conversation is forgotten.',
      HELP,
      'There is no command /nope; /help lists them.',
    ])
  })

  it('takes entries of several lines, even one the input ends in', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('"""a', 'b"""', 'c\\', 'd\\')
    terminal.close()
    expect(await ended).toBe(null)
    expect(heard).toEqual(['user: a\nb', 'user: a\nb | assistant: you said a\nb | user: c\nd'])
    expect(terminal.prompts).toBe('>.>..')
  })

  it('does not ask what stands in quotes that are never closed, and says so', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('"""a', 'b')
    terminal.close()
    expect(await ended).toMatchObject({ code: 'invalid_config' })
    expect(heard).toEqual([])
    expect(terminal.notes).toEqual([
      'The input ended inside quotes: a closing `"""` is missing, so what they hold was not asked.',
    ])
  })

  it('shows what the model thinks, and forgets it', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('ponder', 'on')
    terminal.close()
    await ended
    expect([terminal.thoughts, terminal.output]).toEqual(['hm\n', 'you said ponder\nyou said on\n'])
    expect(heard.at(-1)).toBe('user: ponder | assistant: you said ponder | user: on')
  })

  it('Ctrl-C ends the answer and keeps what was said of it', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('hang')
    await settled()
    expect(terminal.output).toBe('you said ')
    terminal.interrupt()
    await settled()
    expect(terminal.notes).toEqual(['2 tokens · first after 100 ms · interrupted'])
    terminal.type('on', '/exit')
    await ended
    expect(heard.at(-1)).toBe('user: hang | assistant: you said  | user: on')
  })

  it('Ctrl-C at the prompt drops an unfinished entry; a second one leaves', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('half \\')
    await settled()
    terminal.interrupt()
    terminal.type('whole')
    await settled()
    expect(heard).toEqual(['user: whole'])
    terminal.interrupt()
    terminal.interrupt()
    expect(await ended).toBe(null)
    expect(terminal.notes.filter((note) => note.startsWith('Ctrl-C again'))).toHaveLength(2)
  })

  it('goes on after a failure, forgets the question, and reports it at the end', async () => {
    const { terminal, heard, ended } = conversation()
    terminal.type('fail', 'on')
    terminal.close()
    expect(await ended).toMatchObject({ code: 'engine_error' })
    expect(terminal.notes[0]).toBe('The engine reported an error: no luck')
    expect(heard).toEqual(['user: fail', 'user: on'])
  })
})
