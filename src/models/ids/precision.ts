/**
 * A precision within a file's name, as GenieX finds it: at the start of a word `Q`, `IQ`, `TQ`, `MXFP`, `BF`, `FP`, `F`
 * or `I` and a number, then parts of at most three characters.
 */
const PRECISION = /(?:^|[-_./\\])((?:IQ|TQ|Q|MXFP|BF|FP|F|I)\d+(?:_[A-Z0-9]{1,3}(?![A-Z0-9]))*)(?![A-Z0-9])/i

/** The precision that a file is named after, in capitals (`Q4_K_M`); `null` when it is named after none. */
export function precisionOf(fileName: string): string | null {
  return PRECISION.exec(fileName)?.[1]?.toUpperCase() ?? null
}

/** The name without its precision and what ties it on: `Qwen3-1.7B` of `Qwen3-1.7B-Q4_K_M`. */
export function withoutPrecision(name: string): string {
  return name.replace(PRECISION, '')
}

const PREFERRED = ['Q4_0', 'Q4_K_M', 'Q8_0']

/** Which of several precisions is meant when none is named: GenieX's choice, then the first by name. */
export function preferredPrecision(precisions: readonly string[]): string | undefined {
  const upper = (text: string) => text.toUpperCase()
  const preferred = PREFERRED.map((wish) => precisions.find((each) => upper(each) === wish))
  return preferred.find((each) => each !== undefined) ?? [...precisions].sort()[0]
}
