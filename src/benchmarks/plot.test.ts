import { expect, test } from 'vitest'
import { plotSvg } from './plot.ts'

const WORDS = { title: 'Speed & <more>', x: 'at once', y: 'tok/s' }
const LINES = [
  {
    name: 'a',
    points: [
      [1, 40],
      [2, 70],
      [8, 100],
    ] as const,
  },
  { name: 'b "quoted"', points: [[1, 20]] as const },
]

const numbers = (text: string | undefined) => [...(text ?? '').matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
const circles = (svg: string) =>
  [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)])

test('points lie where their numbers are: even steps across, from 0 upwards', () => {
  const svg = plotSvg(LINES, WORDS)
  const flat = numbers(/points="([^"]*)"/.exec(svg)?.[1])
  const point = (index: number) => [flat[2 * index] ?? 0, flat[2 * index + 1] ?? 0] as const
  const [first, second, third] = [point(0), point(1), point(2)]
  expect(second[0] - first[0]).toBeCloseTo(third[0] - second[0], 0)
  // Twice as fast is twice as far from 0, which is where the lowest line of the grid is.
  const zero = Math.max(...[...svg.matchAll(/class="grid"[^>]* y1="([\d.]+)"/g)].map(([, y]) => Number(y)))
  expect((zero - third[1]) / (zero - first[1])).toBeCloseTo(2.5, 1)
  expect(circles(svg)).toHaveLength(4)
  for (const [x = 0, y = 0] of circles(svg)) expect([x > 0 && x < 720, y > 0 && y < 420]).toEqual([true, true])
})

test('marks of the axis are round numbers up to above the highest point', () => {
  const marks = (highest: number) => {
    const svg = plotSvg([{ name: 'a', points: [[1, highest]] }], WORDS)
    return [...svg.matchAll(/text-anchor="end">([\d.]+)</g)].map(([, mark]) => Number(mark))
  }
  expect(marks(93)).toEqual([0, 20, 40, 60, 80, 100])
  expect(marks(0.3)).toEqual([0, 0.1, 0.2, 0.3])
  expect(marks(0)).toEqual([0, 1])
})

test('it is XML, whatever things are called, with a name for who hears it, and follows light and dark', () => {
  const svg = plotSvg(LINES, WORDS)
  expect(svg).toContain('<title>Speed &#38; &#60;more&#62;</title>')
  expect(svg).toContain('b &#34;quoted&#34;')
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]* role="img">/)
  const opened = [...svg.matchAll(/<([a-z]+)(?:\s[^>]*[^/])?>/g)].length
  expect([...svg.matchAll(/<\/[a-z]+>/g)]).toHaveLength(opened)
})

test('of nothing, there is still a picture', () => {
  expect(plotSvg([], WORDS)).toContain('</svg>')
})
