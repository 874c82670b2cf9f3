/** What gives a secret away wherever it stands: our keys, those of hubs, what follows `Bearer`, logins in URLs. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\btvt-[\w-]{16,}/g, 'tvt-***'],
  [/\bhf_\w{16,}/g, 'hf_***'],
  [/\bsk-[\w-]{16,}/g, 'sk-***'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/:\/\/[^\s/@"']+@/g, '://***@'],
  [/([?&](?:api[-_]?key|key|token|access_token|signature|sig|x-amz-[\w-]+)=)[^&\s"']+/gi, '$1***'],
]

/** The same text without the secrets that can be told by their looks. */
export function censored(text: string): string {
  return SECRETS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text)
}
