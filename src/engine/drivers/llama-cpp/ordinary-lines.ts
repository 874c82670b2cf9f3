/** What llama.cpp logs as errors when a prompt is cancelled: a decode that was asked to abort. */
const CANCELLED = [
  /^llama_decode: failed to decode, ret = 2$/,
  /^decode: removing memory module entries\b/,
  /^graph_compute: \S+ failed with error 1$/,
  /^process_ubatch: failed to compute graph, compute status: 1$/,
]

/** What it logs of its own work, in words that sound like an end. */
const AT_WORK = [/^(?:llama_context: )?set_abort_callback\b/]

/** Whether llama.cpp prints this line in ordinary work, so that it explains no crash. */
export function isOrdinaryLine(line: string): boolean {
  return [...CANCELLED, ...AT_WORK].some((pattern) => pattern.test(line))
}
