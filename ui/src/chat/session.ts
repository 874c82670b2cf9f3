import { changeChat, createChat, keepTurn, readChat, type Turn } from '../api/chats.ts'
import type { CallOutputItem, Item, Part } from '../api/items.ts'
import { outageStore } from '../api/model-feed.ts'
import { ApiError } from '../api/request.ts'
import { createStore, type Store } from '../lib/store.ts'
import { wordsOf } from '../lib/words.ts'
import type { Answer } from './answer.ts'
import { forgetChat, refreshChat, showChat } from './chat-list.ts'
import { lastSettings } from './last-settings.ts'
import { LiveAnswer } from './live.ts'
import { requestOf } from './request-of.ts'
import { type ChatSettings, readSettings } from './settings.ts'
import { titleOf } from './title.ts'
import { latestLeaf, leafOf, pathTo, withTurn } from './tree.ts'

export interface ChatState {
  /** `null`: nothing was said yet, or the server keeps none. */
  readonly id: string | null
  readonly title: string
  readonly settings: ChatSettings
  readonly turns: readonly Turn[]
  readonly leaf: string | null
  readonly isLoading: boolean
  /** The server had it, and has it no more. */
  readonly isGone: boolean
  /** What went wrong beside answers, in words. */
  readonly problem: string | null
}

let opened = 0

/** A conversation that is open: what was said, what is being said, and what the server keeps of it. */
export class ChatSession {
  /** Tells it from others, also before it has an id. */
  readonly serial = ++opened
  readonly state: Store<ChatState>
  /** Answers under way, by their turn. */
  readonly lives = new Map<string, LiveAnswer>()
  /** It is known by this id from now on. */
  onBegun: (id: string) => void = () => {}
  #isLeft = false
  /** Everything is kept in its order. */
  #keeping: Promise<void> = Promise.resolve()
  /** Turns whose last state the server hasn't got, parents first. */
  readonly #unkept = new Map<string, Turn>()
  #keepsNone = false
  #stopWaiting: (() => void) | null = null

  constructor(id: string | null) {
    this.state = createStore<ChatState>({
      id,
      title: '',
      settings: lastSettings.get(),
      turns: [],
      leaf: null,
      isLoading: id !== null,
      isGone: false,
      problem: null,
    })
    if (id !== null) void this.#load(id)
  }

  get path(): readonly Turn[] {
    const { turns, leaf } = this.state.get()
    return pathTo(turns, leaf)
  }

  /** Says something, and has it answered. */
  say(content: readonly Part[], model: string): void {
    this.#ask(this.state.get().leaf, [{ type: 'message', role: 'user', content }], model)
  }

  /** Tells what the tools that were called have answered, and has that gone on from. */
  tellResults(results: readonly CallOutputItem[], model: string): void {
    this.#ask(this.state.get().leaf, results, model)
  }

  /** Says something else in the place of a turn, beside it. */
  edit(turn: Turn, content: readonly Part[], model: string): void {
    this.#ask(turn.parent, [{ type: 'message', role: 'user', content }], model)
  }

  /** Has a turn answered once more, beside the answers that it has. */
  regenerate({ parent }: Turn, model: string): void {
    if (parent !== null) this.#answer(parent, model)
  }

  stop(): void {
    for (const live of this.lives.values()) live.stop()
  }

  showBranch(turn: Turn): void {
    const leaf = latestLeaf(this.state.get().turns, turn.id)
    this.#set({ leaf })
    this.#keep((id) => changeChat(id, { leaf }))
  }

  set(settings: Partial<ChatSettings>): void {
    const next = { ...this.state.get().settings, ...settings }
    this.#set({ settings: next })
    lastSettings.set({ ...next, instructions: '', tools: '' })
    this.#keep((id) => changeChat(id, { settings: next }))
  }

  /** Does something beside the conversation, and shows what goes wrong with it. */
  async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#set({ problem: wordsOf(error) })
    }
  }

  dismissProblem(): void {
    this.#set({ problem: null })
  }

  /** Keeps what there is of one that is gone as a new conversation. */
  keepAnew(): void {
    const { turns, leaf } = this.state.get()
    this.#set({ id: null, isGone: false })
    // Those that wait already would come before their parents.
    this.#unkept.clear()
    for (const turn of turns) this.#unkept.set(turn.id, turn)
    this.#queue(() => this.#keepTurns())
    if (leaf !== null) this.#keep((id) => changeChat(id, { leaf }))
  }

  /** Stops listening. Answers under way go on on the server, and are found again. */
  leave(): void {
    this.#isLeft = true
    for (const live of this.lives.values()) live.leave()
  }

  #ask(parent: string | null, items: readonly Item[], model: string): void {
    const turn = newTurn({ parent, role: 'user', items, status: 'completed' })
    this.#setTurn(turn, true)
    if (this.state.get().title === '') this.#set({ title: titleOf(items) })
    this.#keepTurn(turn)
    this.#answer(turn.id, model)
  }

  #answer(parent: string, model: string): void {
    const { settings, turns } = this.state.get()
    const turn = newTurn({ parent, role: 'assistant', items: [], status: 'in_progress', model })
    try {
      const request = requestOf(model, pathTo(turns, parent), settings)
      const live = this.#follow(turn)
      this.#setTurn(turn, true)
      void live.begin(request)
    } catch (error) {
      this.#setTurn(turn, true)
      const report = { code: 'invalid_tools', message: wordsOf(error) }
      this.#settle({ ...turn, status: 'failed', error: report })
    }
  }

  /** Before the turn is shown, so that it is shown as what it is. */
  #follow(turn: Turn): LiveAnswer {
    const live = new LiveAnswer({
      begun: (response_id) => this.#keepTurn(this.#setTurn({ ...this.#turn(turn), response_id })),
      over: (answer, cancelled, firstTokenMs) => {
        this.lives.delete(turn.id)
        this.#settle(overTurn(this.#turn(turn), answer, cancelled, firstTokenMs))
      },
    })
    this.lives.set(turn.id, live)
    return live
  }

  #settle(turn: Turn): void {
    this.#setTurn(turn)
    this.#keepTurn(turn)
  }

  async #load(id: string): Promise<void> {
    try {
      const { title, settings, turns, leaf } = await readChat(id)
      if (this.#isLeft) return
      const unfinished = turns.filter(({ status }) => status === 'in_progress')
      const begun = unfinished.filter(({ response_id }) => response_id !== null)
      const lives = begun.map((turn) => this.#follow(turn))
      this.#set({ title, settings: readSettings(settings), turns, leaf: leafOf(turns, leaf), isLoading: false })
      for (const [index, live] of lives.entries()) void live.resume(begun[index]?.response_id ?? '')
      for (const turn of unfinished) {
        if (turn.response_id === null) this.#settle({ ...turn, status: 'failed', error: INTERRUPTED })
      }
    } catch (error) {
      this.#set({ isLoading: false })
      if (!this.#isGone(error)) this.#set({ problem: wordsOf(error) })
    }
  }

  #keepTurn(turn: Turn): void {
    this.#unkept.set(turn.id, turn)
    this.#queue(() => this.#keepTurns())
  }

  async #keepTurns(): Promise<void> {
    const chat = await this.#chatId()
    for (const turn of [...this.#unkept.values()]) {
      if (chat !== null) await keepTurn(chat, turn)
      if (this.#unkept.get(turn.id) === turn) this.#unkept.delete(turn.id)
    }
    if (this.state.get().problem?.startsWith(NOT_KEPT)) this.dismissProblem()
  }

  /** Of the conversation, which is begun on the server with its first turn; `null`: the server keeps none. */
  async #chatId(): Promise<string | null> {
    const { id, title, settings } = this.state.get()
    if (id !== null || this.#keepsNone) return id
    try {
      const chat = await createChat(title, settings)
      this.#set({ id: chat.id })
      showChat(chat)
      if (!this.#isLeft) this.onBegun(chat.id)
      return chat.id
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'chats_off')) throw error
      this.#keepsNone = true
      return null
    }
  }

  #keep(change: (id: string) => ReturnType<typeof changeChat>): void {
    this.#queue(async () => {
      const { id } = this.state.get()
      if (id !== null) refreshChat(await change(id))
    })
  }

  #queue(work: () => Promise<void>): void {
    this.#keeping = this.#keeping.then(work).catch((error: unknown) => {
      if (this.#isGone(error)) return
      this.#set({ problem: `${NOT_KEPT} ${wordsOf(error)}` })
      this.#awaitServer()
    })
  }

  /** Whether it is this that the server says; then it is in no list any more. */
  #isGone(error: unknown): boolean {
    const { id } = this.state.get()
    if (id === null || !(error instanceof ApiError && error.code === 'chat_not_found')) return false
    this.#set({ isGone: true })
    forgetChat(id)
    return true
  }

  /** What could not be kept is kept when the server is back, also of a conversation that was left. */
  #awaitServer(): void {
    this.#stopWaiting ??= outageStore.subscribe(() => {
      if (outageStore.get() !== null) return
      this.#stopWaiting?.()
      this.#stopWaiting = null
      this.#queue(() => this.#keepTurns())
    })
  }

  #turn({ id }: Turn): Turn {
    const turn = this.state.get().turns.find((each) => each.id === id)
    if (turn === undefined) throw new Error(`no turn ${id}`)
    return turn
  }

  #setTurn(turn: Turn, isLeaf = false): Turn {
    const { turns } = this.state.get()
    this.#set({ turns: withTurn(turns, turn), ...(isLeaf && { leaf: turn.id }) })
    return turn
  }

  #set(change: Partial<ChatState>): void {
    this.state.update((state) => ({ ...state, ...change }))
  }
}

const NOT_KEPT = 'Not kept on the server:'

const INTERRUPTED = { code: 'interrupted', message: 'The page was closed before the server had the question.' }

function newTurn(fields: Pick<Turn, 'parent' | 'role' | 'items' | 'status'> & Partial<Turn>): Turn {
  const isAnswer = fields.role === 'assistant'
  return {
    id: `turn_${crypto.getRandomValues(new Uint32Array(4)).join('')}`,
    model: null,
    response_id: null,
    error: null,
    usage: null,
    timing: isAnswer ? { started_at: Date.now() / 1000, first_token_ms: null, total_ms: null } : null,
    ...fields,
  }
}

function overTurn(turn: Turn, answer: Answer, cancelled: boolean, first_token_ms: number | null): Turn {
  const { started_at } = turn.timing ?? { started_at: 0 }
  // Who came back to an answer doesn't know when its last word was.
  const total_ms = first_token_ms === null ? null : Math.max(0, Date.now() - started_at * 1000)
  return {
    ...turn,
    items: answer.items,
    status: cancelled ? 'cancelled' : answer.status,
    error: answer.error,
    usage: answer.usage,
    timing: { started_at, first_token_ms, total_ms },
  }
}
