/** Why this can't be done, in the words of what it throws; empty: it can. */
export function whyNot(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
