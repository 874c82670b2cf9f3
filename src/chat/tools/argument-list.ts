import type { Source } from './source.ts'

/** Reports arguments that come one by one as the JSON object they make. */
export class ArgumentList {
  readonly #source: Pick<Source, 'addArguments'>
  #any = false

  constructor(source: Pick<Source, 'addArguments'>) {
    this.#source = source
  }

  /** Begins one: its value is to follow. */
  name(name: string): void {
    this.#source.addArguments(`${this.#any ? ', ' : '{'}${JSON.stringify(name)}: `)
    this.#any = true
  }

  value(json: string): void {
    this.#source.addArguments(json)
  }

  end(): void {
    this.#source.addArguments(this.#any ? '}' : '{}')
  }
}
