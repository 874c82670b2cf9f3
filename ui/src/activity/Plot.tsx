import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'

interface PlotProps {
  readonly title: string
  /** Seconds since the Unix epoch. */
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly format: (value: number) => string
}

const HEIGHT = 140

/** A figure over time. The library is loaded when the first one is shown. */
export function Plot({ title, times, values, format }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const data = useRef<uPlot.AlignedData>([[], []])
  // Of one moment alone uPlot makes a day.
  const [first] = times
  const before = times.length === 1 && first !== undefined ? [first - 1] : []
  data.current = [
    [...before, ...times],
    [...before.map(() => null), ...values],
  ]
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once
  useEffect(() => {
    let isGone = false
    const resize = new ResizeObserver(([entry]) => {
      if (entry) plot.current?.setSize({ width: entry.contentRect.width, height: HEIGHT })
    })
    void import('./make-plot.ts').then(({ makePlot }) => {
      if (isGone || place.current === null) return
      plot.current = makePlot(place.current, HEIGHT, data.current, format)
      resize.observe(place.current)
    })
    return () => {
      isGone = true
      resize.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [])
  useEffect(() => plot.current?.setData(data.current))
  const last = values.at(-1)
  return (
    <figure className="min-w-0 rounded-xl border border-line px-4 py-3">
      <figcaption className="flex justify-between text-sm">
        <span className="text-muted">{title}</span>
        <span className="font-medium tabular-nums">{last === undefined ? '' : format(last)}</span>
      </figcaption>
      <div ref={place} aria-hidden="true" style={{ height: HEIGHT }} />
    </figure>
  )
}
