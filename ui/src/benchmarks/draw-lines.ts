import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Lines } from './lines.ts'

const COLOURS = ['--line-1', '--line-2', '--line-3', '--line-4']

/** Lines in the page's colours, as wide as their place. Returns what ends them. */
export function drawLines(place: HTMLElement, height: number, { at, lines }: Lines): () => void {
  const colour = (name = '') => getComputedStyle(place).getPropertyValue(name)
  const axis = {
    stroke: () => colour('--muted'),
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const most = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)), 1)
  const plot = new uPlot(
    {
      width: Math.max(1, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [12, 16, 0, 0],
      scales: { x: { time: false }, y: { range: [0, most * 1.1] } },
      axes: [
        { ...axis, size: 28, splits: () => [...at] },
        { ...axis, size: 56 },
      ],
      series: [
        {},
        ...lines.map((_, index) => ({
          stroke: () => colour(COLOURS[index % COLOURS.length]),
          width: 2,
          spanGaps: true,
          points: { show: true, size: 6 },
        })),
      ],
    },
    [[...at], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData,
    place,
  )
  const resize = new ResizeObserver(([entry]) => {
    if (entry) plot.setSize({ width: entry.contentRect.width, height })
  })
  resize.observe(place)
  return () => {
    resize.disconnect()
    plot.destroy()
  }
}
