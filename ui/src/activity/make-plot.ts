import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

const LEAST_SECONDS = 60

/** A line in the page's colours, as they are at the moment. */
export function makePlot(
  place: HTMLElement,
  height: number,
  data: uPlot.AlignedData,
  format: (value: number) => string,
): uPlot {
  const colour = (name: string) => () => getComputedStyle(place).getPropertyValue(name)
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
  return new uPlot(
    {
      width: Math.max(1, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [12, 24, 0, 0],
      scales: {
        x: { range: (_, least, most) => [Math.min(least, most - LEAST_SECONDS), most] },
        y: { range: (_, __, most) => [0, Math.max(most * 1.1, 1)] },
      },
      axes: [
        { ...axis, size: 28, space: 60, values: (_, ticks) => ticks.map(timeOf) },
        { ...axis, size: 56, values: (_, ticks) => ticks.map(format) },
      ],
      series: [{}, { stroke: colour('--accent'), width: 1.5, points: { show: false } }],
    },
    data,
    place,
  )
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString([], { timeStyle: 'short' })
}
