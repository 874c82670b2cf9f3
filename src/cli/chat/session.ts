import type { ChatMessage, Role } from '../../core/chat.ts'
import type { Clock } from '../../core/clock.ts'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { FinishReason } from '../../core/event.ts'
import type { Answerer } from './answerer.ts'
import { addLine, type Entry, lastEntry, NO_DRAFT } from './entry.ts'
import { footer } from './footer.ts'

/** What a conversation needs of the place it is held in. */
export interface Terminal {
  readonly lines: AsyncIterable<string>
  /** Asks for a line; `more`: the next of an unfinished entry. */
  prompt(more: boolean): void
  /** Part of an answer. */
  write(text: string): void
  /** Part of what the model thinks before it answers. */
  think(text: string): void
  /** A line beside the conversation. */
  note(line: string): void
  /** Ctrl-C. */
  onInterrupt(listener: () => void): void
  /** No more lines: `lines` ends. */
  close(): void
}

export interface SessionOptions {
  readonly terminal: Terminal
  readonly answerer: Answerer
  /** Put before every conversation. */
  readonly system: string | null
  readonly clock: Clock
}

export const HELP = `/clear   forget the conversation
/exit    leave (also Ctrl-D, or Ctrl-C twice)
/help    this list
Ctrl-C   stop the answer
"""      start and end text of several lines; a trailing \\ continues a line`

const UNCLOSED = 'The input ended inside quotes: a closing `"""` is missing, so what they hold was not asked.'

/** Holds a conversation until `/exit` or the end of the input. Resolves with the last error, if any answer had one. */
export function holdConversation(options: SessionOptions): Promise<TrivetError | null> {
  return new Session(options).run()
}

class Session {
  readonly #options: SessionOptions
  #messages: ChatMessage[] = []
  #answering: AbortController | null = null
  #lastError: TrivetError | null = null
  #leaving = false
  #draft = NO_DRAFT

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async run(): Promise<TrivetError | null> {
    const { terminal } = this.#options
    terminal.onInterrupt(() => this.#interrupt())
    terminal.prompt(false)
    for await (const line of terminal.lines) {
      this.#leaving = false
      const { draft, entry } = addLine(this.#draft, line)
      this.#draft = draft
      if (entry !== null && (await this.#take(entry)) === 'exit') {
        terminal.close()
        return this.#lastError
      }
      terminal.prompt(draft !== NO_DRAFT)
    }
    const rest = lastEntry(this.#draft)
    if (rest !== null) await this.#take(rest)
    if (this.#draft.quoted) this.#fail(new TrivetError('invalid_config', { reason: UNCLOSED }))
    return this.#lastError
  }

  /** In an answer, ends the answer; at the prompt, once drops what is typed, twice leaves. */
  #interrupt(): void {
    const { terminal } = this.#options
    if (this.#answering) {
      this.#answering.abort()
    } else if (this.#leaving) {
      terminal.close()
    } else {
      this.#leaving = true
      this.#draft = NO_DRAFT
      terminal.note('Ctrl-C again leaves; /help lists the commands.')
      terminal.prompt(false)
    }
  }

  async #take(entry: Entry): Promise<'exit' | 'go on'> {
    const { terminal } = this.#options
    if (entry.text === '') return 'go on'
    // A path or a sentence that starts with a slash is no command.
    if (entry.quoted || !/^\/\w+$/.test(entry.text)) {
      await this.#ask(entry.text)
      return 'go on'
    }
    switch (entry.text) {
      case '/exit':
        return 'exit'
      case '/clear':
        this.#messages = []
        terminal.note('The conversation is forgotten.')
        return 'go on'
      case '/help':
        terminal.note(HELP)
        return 'go on'
      default:
        terminal.note(`There is no command ${entry.text}; /help lists them.`)
        return 'go on'
    }
  }

  #fail(error: TrivetError): void {
    this.#lastError = error
    this.#options.terminal.note(error.message)
  }

  /** A question that gets no answer at all leaves no trace in the conversation. */
  async #ask(text: string): Promise<void> {
    const { system } = this.#options
    const asked = [...this.#messages, message('user', text)]
    const answering = new AbortController()
    this.#answering = answering
    let answer = ''
    try {
      const context = system === null ? asked : [message('system', system), ...asked]
      for await (const piece of this.#stream(context, answering.signal)) answer += piece
    } catch (thrown) {
      this.#fail(asTrivetError(thrown))
    } finally {
      this.#answering = null
    }
    if (answer !== '') this.#messages = [...asked, message('assistant', answer)]
  }

  /** Shows the answer as it comes, then how it went. */
  async *#stream(messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<string> {
    const { answerer, terminal, clock } = this.#options
    const started = clock.now()
    let firstTextMs: number | null = null
    let tokens = 0
    let finish: FinishReason | null = null
    let thinking = false
    try {
      for await (const event of answerer.answer(messages, signal)) {
        if (event.type === 'finish') finish = event.reason
        if (event.type === 'usage') tokens = event.completionTokens
        if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') continue
        tokens += event.tokens
        if (event.text === '') continue
        firstTextMs ??= clock.now() - started
        if (event.type === 'reasoning-delta') {
          thinking = true
          terminal.think(event.text)
          continue
        }
        if (thinking) terminal.think('\n')
        thinking = false
        terminal.write(event.text)
        yield event.text
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown
    } finally {
      if (firstTextMs !== null) terminal.write('\n')
    }
    terminal.note(footer({ tokens, firstTextMs, totalMs: clock.now() - started, finish }))
  }
}

function message(role: Role, text: string): ChatMessage {
  return { role, content: [{ type: 'text', text }] }
}
