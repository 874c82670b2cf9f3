/** Rows as aligned columns under their headings, each line without trailing spaces. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * A line broken at blanks, so that none is longer than `columns` if its words allow.
 * @param indent blanks before every line but the first
 */
export function wrapped(line: string, columns: number, indent: number): string {
  const lines: string[] = []
  let rest = line
  while (rest.length > columns) {
    const at = rest.lastIndexOf(' ', columns)
    const cut = at > indent ? at : rest.indexOf(' ', columns)
    if (cut === -1) break
    lines.push(rest.slice(0, cut).trimEnd())
    rest = `${' '.repeat(indent)}${rest.slice(cut + 1)}`
  }
  return [...lines, rest].join('\n')
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** `1.5 GiB` */
export function byteSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}
