/** `1, 2 4` as numbers; `null`: there is something else in it. */
export function numbersIn(text: string): readonly number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : null
}
