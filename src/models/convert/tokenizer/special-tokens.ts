import { bool, type MetadataValue, u32 } from '../../gguf/format.ts'
import { finite, type HfConfig } from '../config.ts'
import { isObject, type JsonObject, objects } from '../read-json.ts'
import type { TokenizerJson } from './tokenizer-json.ts'
import type { SourceVocabulary } from './vocabulary.ts'

/** Tokens with a role, as configurations call them, and llama.cpp's keys; one of them misspelled there. */
const ROLES = {
  bos: 'bos_token_id',
  eos: 'eos_token_id',
  unk: 'unknown_token_id',
  sep: 'seperator_token_id',
  pad: 'padding_token_id',
  cls: 'cls_token_id',
  mask: 'mask_token_id',
} as const

type Role = keyof typeof ROLES

/** What is known of a folder's special tokens, the most telling first. */
export interface SpecialTokenSources {
  readonly json: TokenizerJson | null
  /** `tokenizer_config.json`. */
  readonly tokenizerConfig: JsonObject
  readonly config: HfConfig
}

/** Which tokens begin, end and separate texts, and which of them a tokenizer adds by itself. */
export function specialTokenMetadata(
  sources: SpecialTokenSources,
  vocabulary: SourceVocabulary,
): [string, MetadataValue][] {
  const ids = idsByText(vocabulary)
  const roles = rolesOf(sources, ids)
  const added = { ...addedByTemplate(sources.json, roles, ids), ...addedByConfig(sources.tokenizerConfig) }
  return [
    ...Object.entries(roles).map(([role, id]): [string, MetadataValue] => [
      `tokenizer.ggml.${ROLES[role as Role]}`,
      u32(id),
    ]),
    ...Object.entries(added).map(([role, adds]): [string, MetadataValue] => [
      `tokenizer.ggml.add_${role}_token`,
      bool(adds),
    ]),
  ]
}

function rolesOf(
  { tokenizerConfig, config }: SpecialTokenSources,
  ids: ReadonlyMap<string, number>,
): Partial<Record<Role, number>> {
  const named = (role: Role) => {
    const token = tokenizerConfig[`${role}_token`]
    const text = isObject(token) ? token.content : token
    return typeof text === 'string' ? ids.get(text) : undefined
  }
  const numbered = (role: Role) => {
    const value = config.value(`${role}_token_id`)
    return finite(Array.isArray(value) ? value[0] : value) ?? undefined
  }
  const of = (role: Role) => named(role) ?? numbered(role)
  // BERT begins with its class token and ends with its separator; llama.cpp asks for a beginning and an end.
  const found = { bos: of('bos') ?? of('cls'), eos: of('eos') ?? of('sep') }
  const others = (['unk', 'sep', 'pad', 'cls', 'mask'] as const).map((role) => [role, of(role)])
  const all: [string, number | undefined][] = [...Object.entries(found), ...(others as [string, number | undefined][])]
  return Object.fromEntries(all.filter(([, id]) => id !== undefined))
}

/** A template with a token before its text, or after it, adds them. */
function addedByTemplate(
  json: TokenizerJson | null,
  roles: Partial<Record<Role, number>>,
  ids: ReadonlyMap<string, number>,
): Partial<Record<'bos' | 'eos' | 'sep', boolean>> {
  const processors = json?.postProcessors ?? []
  if (processors.some(({ type }) => type === 'RobertaProcessing')) return { bos: true, eos: true, sep: true }
  if (processors.some(({ type }) => type === 'BertProcessing')) return { bos: true, eos: true, sep: false }
  const template = processors.find(({ type }) => type === 'TemplateProcessing')
  if (template === undefined) return {}
  const single = objects(template.single).map(specialText)
  const id = (text: string | null | undefined) => (text ? (ids.get(text) ?? -1) : -1)
  const eos = single.length > 1 && id(single.at(-1)) === (roles.eos ?? roles.sep)
  const pair = objects(template.pair).map(specialText)
  const between = pair.slice(pair.indexOf(null) + 1, pair.lastIndexOf(null))
  return {
    bos: single.length > 1 && id(single[0]) === (roles.bos ?? roles.cls),
    eos,
    // Each text has its end; what is between two of them besides separates them.
    ...(between.length > 0 ? { sep: between.length > (eos ? 1 : 0) } : {}),
  }
}

/** The token that a part of a template stands for; null for a part that is text. */
function specialText(part: JsonObject): string | null {
  const { SpecialToken: special } = part
  return isObject(special) && typeof special.id === 'string' ? special.id : null
}

function addedByConfig(tokenizerConfig: JsonObject): Partial<Record<'bos' | 'eos' | 'sep', boolean>> {
  const said = (['bos', 'eos', 'sep'] as const).map((role) => [role, tokenizerConfig[`add_${role}_token`]] as const)
  return Object.fromEntries(
    said.filter((entry): entry is [(typeof entry)[0], boolean] => typeof entry[1] === 'boolean'),
  )
}

function idsByText({ tokens }: SourceVocabulary): ReadonlyMap<string, number> {
  return new Map([...tokens].map(([id, { text }]) => [text, id]))
}
