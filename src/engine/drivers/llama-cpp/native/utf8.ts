/** The bytes of a character that has begun and isn't whole yet; empty between characters. */
export type PendingBytes = readonly number[]

/**
 * What is pending after these bytes follow what was pending before; `null` when that can't be UTF-8: a wrong
 * continuation, an overlong form, half a surrogate pair or a code point over U+10FFFF.
 */
export function pendingAfter(pending: PendingBytes, bytes: ArrayLike<number>): PendingBytes | null {
  let open = [...pending]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const [lead, ...rest] = open
    if (lead === undefined) {
      if (byte >= 0x80) open = [byte]
      if (byte >= 0x80 && lengthOf(byte) === 0) return null
      continue
    }
    const [lowest, highest] = rest.length === 0 ? secondByte(lead) : ANY_CONTINUATION
    if (byte < lowest || byte > highest) return null
    open = open.length + 1 === lengthOf(lead) ? [] : [...open, byte]
  }
  return open
}

/** Bytes of the character that begins with this byte; 0 when none does. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

type ByteRange = readonly [lowest: number, highest: number]
const ANY_CONTINUATION: ByteRange = [0x80, 0xbf]

/** Where overlong forms, surrogates and code points that don't exist are told apart (Unicode, table 3-7). */
function secondByte(lead: number): ByteRange {
  switch (lead) {
    case 0xe0:
      return [0xa0, 0xbf]
    case 0xed:
      return [0x80, 0x9f]
    case 0xf0:
      return [0x90, 0xbf]
    case 0xf4:
      return [0x80, 0x8f]
    default:
      return ANY_CONTINUATION
  }
}
