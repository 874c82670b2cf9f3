/** The hub's word for a task; `null`: any. InferBridge's clients ask for embeddings by that word. */
export function hubTask(task: string): string | null {
  if (task === '') return null
  return /^embeddings?$/.test(task) ? 'sentence-similarity' : task
}
