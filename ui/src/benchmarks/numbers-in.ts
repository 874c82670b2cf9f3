/** `1, 2 4` as numbers; whatever is none is for the server to refuse. */
export function numbersIn(text: string): readonly number[] {
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number)
}
