/** A runtime is not where a setting says it is, in words: that is to be corrected whatever else is missing. */
export class Misplaced extends Error {
  override readonly name = 'Misplaced'
}

/** What is wrong with the setting that this follows, in words; empty: nothing, or there is none. */
export function misplacement(find: () => unknown): string {
  try {
    find()
    return ''
  } catch (error) {
    return error instanceof Misplaced ? error.message : ''
  }
}
