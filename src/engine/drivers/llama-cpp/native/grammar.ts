import { TrivetError } from '../../../../core/errors.ts'
import type { Constraint } from '../../../../core/task.ts'
import type { LlamaApi, Pointer } from './api.ts'
import { Candidates } from './candidates.ts'
import { TokenBytes } from './token-bytes.ts'
import { TriggerWatch } from './trigger-watch.ts'
import type { PendingBytes } from './utf8.ts'
import type { Vocabulary } from './vocabulary.ts'
import { momentNow, workedMs } from './worked.ts'

/** What all grammars of a model share. */
interface Shared {
  readonly candidates: Candidates
  readonly single: Candidates
  readonly bytes: TokenBytes
}

const shared = new WeakMap<Vocabulary, Shared>()

function sharedBy(vocabulary: Vocabulary): Shared {
  const known = shared.get(vocabulary)
  if (known !== undefined) return known
  const made = {
    candidates: new Candidates(vocabulary.size),
    single: new Candidates(1),
    bytes: new TokenBytes(vocabulary),
  }
  shared.set(vocabulary, made)
  return made
}

/** Holds one answer to a grammar; owns its native memory. */
export class Grammar {
  readonly #api: LlamaApi
  readonly #vocabulary: Vocabulary
  readonly #shown: ReadonlySet<number>
  readonly #shared: Shared
  readonly #sampler: Pointer
  /** `null`: the grammar holds from the start. */
  readonly #watch: TriggerWatch | null
  #pending: PendingBytes = []

  /**
   * @param shown control tokens whose text is part of the answer
   * @throws TrivetError `invalid_value` when llama.cpp refuses the grammar
   */
  constructor(api: LlamaApi, vocabulary: Vocabulary, constraint: Constraint, shown: ReadonlySet<number>) {
    this.#api = api
    this.#vocabulary = vocabulary
    this.#shown = shown
    this.#shared = sharedBy(vocabulary)
    this.#watch = constraint.triggers === undefined ? null : new TriggerWatch(constraint.triggers)
    this.#sampler = nativeGrammar(api, vocabulary, constraint)
    if (this.#sampler === null) {
      throw new TrivetError('invalid_value', { reason: "llama.cpp can't read the grammar; its log says why." })
    }
  }

  /**
   * The token that `chain` chooses among those the grammar allows. It is asked without the grammar first, since looking
   * at one token costs far less than looking at all. Throws `engine_error` when the vocabulary has none that fits.
   */
  choose(chain: Pointer, logits: Float32Array): number {
    const began = momentNow()
    const { candidates } = this.#shared
    candidates.fill(logits)
    const free = candidates.choose(this.#api, chain)
    const token = this.#allows(free) ? free : this.#chooseAllowed(chain, logits)
    this.#pending = this.#shared.bytes.after(this.#pending, token, this.#shown) ?? []
    this.#watch?.take(this.#text(token))
    this.#api.llama_sampler_accept(this.#sampler, token)
    const seconds = Math.round(workedMs(began, momentNow()) / 1000)
    if (seconds >= UNBEARABLE_SECONDS) throw new TrivetError('engine_error', { reason: tooSlow(seconds) })
    return token
  }

  free(): void {
    this.#api.llama_sampler_free(this.#sampler)
  }

  #allows(token: number): boolean {
    if (!this.#fits(token)) return false
    const { single } = this.#shared
    single.only(token)
    single.apply(this.#api, this.#sampler)
    single.keep(() => true)
    return single.size === 1
  }

  #chooseAllowed(chain: Pointer, logits: Float32Array): number {
    const { candidates } = this.#shared
    candidates.fill(logits)
    candidates.keep((token) => this.#fits(token))
    candidates.apply(this.#api, this.#sampler)
    let onlyEnds = true
    candidates.keep((token) => {
      onlyEnds &&= this.#vocabulary.endsTurn(token)
      return true
    })
    if (candidates.size === 0) throw new TrivetError('engine_error', { reason: NO_TOKEN_FITS })
    // A finished text ends, even where the request forbids an end: there is nothing else to say.
    return onlyEnds ? candidates.token(0) : candidates.choose(this.#api, chain)
  }

  #fits(token: number): boolean {
    if (this.#shared.bytes.after(this.#pending, token, this.#shown) === null) return false
    return this.#watch === null || !this.#watch.overruns(this.#text(token))
  }

  /** Characters spread over tokens are of no interest here: triggers are made of whole ones. */
  #text(token: number): string {
    const bytes = this.#vocabulary.piece(token)
    const shown = bytes.length === 0 && this.#shown.has(token) ? this.#vocabulary.controlPiece(token) : bytes
    return Buffer.from(shown).toString('utf8')
  }
}

/** Everybody else's answers stand still while a token is chosen: an honest grammar takes milliseconds. */
const UNBEARABLE_SECONDS = 3

function tooSlow(seconds: number): string {
  return `the format has so many readings that one token took ${seconds} s. Write it with fewer parts that may be left out or repeated.`
}

const NO_TOKEN_FITS = "no token of the model's vocabulary can continue the answer as its format demands."

function nativeGrammar(api: LlamaApi, { handle }: Vocabulary, { grammar, triggers }: Constraint): Pointer {
  return triggers === undefined
    ? api.llama_sampler_init_grammar(handle, grammar, 'root')
    : api.llama_sampler_init_grammar_lazy_patterns(handle, grammar, 'root', triggers, triggers.length, null, 0)
}
