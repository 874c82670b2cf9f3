import { asTrivetError } from '../../core/errors.ts'
import type { FactsCache } from '../facts/cache.ts'
import { type Names, NO_NAMES } from '../own/names.ts'
import { type Source, together } from '../sources/found.ts'
import { type Assembled, assemble } from './assemble.ts'
import type { CatalogueChange } from './catalogue.ts'
import { changesBetween } from './changes.ts'
import { type Described, describe } from './describe.ts'

export interface PictureOptions {
  /** In the order of the list. */
  readonly sources: readonly Source[]
  readNames(): Promise<Names>
  readonly facts: FactsCache
  /** Keeps what the facts know for the next start. */
  keepFacts(text: string): Promise<void>
  /** What could not be looked at, told once as long as it lasts. */
  report(problem: string): void
}

/** What was last seen of all sources. */
export class Picture {
  readonly #options: PictureOptions
  readonly #listeners = new Set<(change: CatalogueChange) => void>()
  #described: readonly Described[] = []
  #assembled: readonly Assembled[] = []
  #problems: ReadonlySet<string> = new Set()
  #looking: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(options: PictureOptions) {
    this.#options = options
  }

  get models(): readonly Assembled[] {
    return this.#assembled
  }

  /** A look that begins after the call, shared by all who call before it begins. */
  refresh(): Promise<void> {
    if (this.#looking === null) {
      this.#looking = this.#look().finally(() => {
        this.#looking = null
      })
      return this.#looking
    }
    const again = () => {
      this.#next = null
      return this.refresh()
    }
    this.#next ??= this.#looking.then(again, again)
    return this.#next
  }

  /** The same models by other names. */
  rename(names: Names): void {
    this.#show(assemble(this.#described, names))
  }

  onChange(listener: (change: CatalogueChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #look(): Promise<void> {
    const { sources, facts, keepFacts } = this.#options
    const named = await this.#names()
    const { models, problems } = together(await Promise.all(sources.map((source) => source.read())))
    const described: Described[] = []
    // One by one: reading many headers at once would hold up whoever is being answered.
    for (const found of models) described.push(await describe(found, facts))
    if (facts.sweep()) await keepFacts(facts.toText())
    this.#report([...named.problems, ...problems])
    this.#described = described
    this.#show(assemble(described, named.names))
  }

  /** Models are still there when what they are called can't be read. */
  async #names(): Promise<{ readonly names: Names; readonly problems: readonly string[] }> {
    try {
      return { names: await this.#options.readNames(), problems: [] }
    } catch (error) {
      return { names: NO_NAMES, problems: [asTrivetError(error).message] }
    }
  }

  #show(assembled: readonly Assembled[]): void {
    const change = changesBetween(
      this.#assembled.map(({ model }) => model),
      assembled.map(({ model }) => model),
    )
    this.#assembled = assembled
    if (change) for (const listener of this.#listeners) listener(change)
  }

  #report(problems: readonly string[]): void {
    for (const problem of problems) if (!this.#problems.has(problem)) this.#options.report(problem)
    this.#problems = new Set(problems)
  }
}
