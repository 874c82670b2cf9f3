import { refusedUnless } from '../validation/refinements.ts'

const never = () => false
const isFalse = (value: unknown) => value === false
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value)

/** Fields of OpenAI's API that wait for their own piece of work. Sent with a neutral value they change nothing. */
export const unsupportedFields = {
  functions: refusedUnless('[]', isEmptyList).optional(),
  function_call: refusedUnless('"auto" or "none"', isOneOf('auto', 'none')).optional(),
  modalities: refusedUnless('["text"]', isTextOnly).optional(),
  audio: refusedUnless('null', never).optional(),
  moderation: refusedUnless('null', never).optional(),
  web_search_options: refusedUnless('null', never).optional(),
  store: refusedUnless('false', isFalse).optional(),
}

function isTextOnly(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && value[0] === 'text'
}
