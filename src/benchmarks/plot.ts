/** A line of a plot, through its points in order. */
export interface PlotLine {
  readonly name: string
  /** `[x, y]`, by x. */
  readonly points: readonly (readonly [number, number])[]
}

export interface PlotWords {
  readonly title: string
  readonly x: string
  readonly y: string
}

const [WIDTH, HEIGHT] = [720, 420]
const AREA = { left: 76, right: 20, top: 48, bottom: 52 } as const
const LEGEND_LINE = 20
const LINES_WANTED = 5

/** Told apart also by those who see no red or green (Okabe and Ito). Light enough for the dark, dark enough for light. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#56b4e9']

/** One file for light and dark: it follows whoever shows it. */
const STYLE =
  'svg{background:#fff;color:#1a1a1a}.grid{stroke:#e2e2e2}' +
  '@media(prefers-color-scheme:dark){svg{background:#15181c;color:#e8e8e8}.grid{stroke:#343a42}}' +
  'text{font:13px system-ui,sans-serif;fill:currentColor}.title{font-size:16px;font-weight:600}'

/**
 * An SVG picture, whole in itself, of lines over x, of which every value has a mark of its own at even distances: 1, 2,
 * 4 and 8 answers at once are as far from each other. y begins at 0.
 */
export function plotSvg(lines: readonly PlotLine[], words: PlotWords): string {
  const places = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b)
  const step = niceStep(Math.max(0, ...lines.flatMap(({ points }) => points.map(([, y]) => y))) / LINES_WANTED)
  const top = step * Math.max(1, Math.ceil(Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y))) / step))
  const height = HEIGHT + lines.length * LEGEND_LINE
  const right = WIDTH - AREA.right
  const bottom = HEIGHT - AREA.bottom
  const atX = (x: number) =>
    rounded(AREA.left + ((right - AREA.left) * (places.indexOf(x) + 0.5)) / Math.max(1, places.length))
  const atY = (y: number) => rounded(bottom - ((bottom - AREA.top) * y) / top)
  const marks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escaped(words.title)}</title><style>${STYLE}</style>`,
    `<text class="title" x="${AREA.left}" y="28">${escaped(words.title)}</text>`,
    ...marks.map((mark) => gridLine(atY(mark), right, mark)),
    ...places.map((x) => `<text x="${atX(x)}" y="${bottom + 20}" text-anchor="middle">${x}</text>`),
    `<text x="${rounded((AREA.left + right) / 2)}" y="${bottom + 42}" text-anchor="middle">${escaped(words.x)}</text>`,
    `<text transform="translate(16 ${rounded((AREA.top + bottom) / 2)}) rotate(-90)" text-anchor="middle">${escaped(words.y)}</text>`,
    ...lines.flatMap(({ name, points }, index) => [
      drawn(
        points.map(([x, y]) => [atX(x), atY(y)]),
        colourOf(index),
      ),
      legend(name, index),
    ]),
    '</svg>',
    '',
  ].join('\n')
}

function gridLine(y: number, right: number, mark: number): string {
  const line = `<line class="grid" x1="${AREA.left}" x2="${right}" y1="${y}" y2="${y}"/>`
  return `${line}<text x="${AREA.left - 8}" y="${y + 4}" text-anchor="end">${Number(mark.toPrecision(6))}</text>`
}

function drawn(points: readonly (readonly [number, number])[], colour: string): string {
  const path = `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${points.join(' ')}"/>`
  return [path, ...points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${colour}"/>`)].join('')
}

function legend(name: string, index: number): string {
  const y = HEIGHT + index * LEGEND_LINE
  const colour = colourOf(index)
  return `<line x1="${AREA.left}" x2="${AREA.left + 24}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/><text x="${AREA.left + 34}" y="${y + 4}">${escaped(name)}</text>`
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? ''
}

/** The next of 1, 2 and 5 times a power of ten; 1 of nothing. */
function niceStep(least: number): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((times) => times * power >= least) ?? 10)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
