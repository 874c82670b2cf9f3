import { isObject, type JsonObject } from './read-json.ts'
import { ConversionRefusal } from './refusal.ts'

/** A Hugging Face `config.json`. Of a model that also sees or hears, the part about text. */
export class HfConfig {
  readonly #values: JsonObject
  /** The class of `transformers` that runs it, such as `LlamaForCausalLM`. */
  readonly architecture: string

  constructor(json: JsonObject) {
    const { text_config: text, architectures } = json
    this.#values = isObject(text) ? { ...json, ...text } : json
    const [first] = Array.isArray(architectures) ? architectures : []
    if (typeof first !== 'string') throw new ConversionRefusal('config.json names no architecture.')
    this.architecture = first
  }

  value(key: string): unknown {
    return this.#values[key]
  }

  object(key: string): JsonObject | null {
    const value = this.value(key)
    return isObject(value) ? value : null
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.value(key)
    return typeof value === 'boolean' ? value : otherwise
  }

  /** Null when it isn't there, or isn't a number. */
  optional(key: string): number | null {
    return finite(this.value(key))
  }

  /** Throws `ConversionRefusal` when the key has no number and there is no other. */
  number(key: string, otherwise?: number): number {
    const value = this.optional(key) ?? otherwise
    if (value === undefined) throw new ConversionRefusal(`config.json has no ${key}.`)
    return value
  }

  /** A number of things, at least one. */
  count(key: string, otherwise?: number): number {
    const value = this.number(key, otherwise)
    if (!Number.isInteger(value) || value < 1 || value > 2 ** 31) {
      throw new ConversionRefusal(`config.json says ${key} is ${value}.`)
    }
    return value
  }
}

/** The value when it is a number that is one. */
export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
