import { useEffect, useRef } from 'react'
import type { BenchmarkRun } from '../api/benchmarks.ts'
import { type Lines, linesOf } from './lines.ts'

const HEIGHT = 220

/** Tokens a second against answers side by side; the table beside it says the same in figures. */
export function SpeedPlot({ runs }: { readonly runs: readonly BenchmarkRun[] }) {
  const all = linesOf(runs)
  if (all.at.length < 2) return null
  return (
    <figure className="min-w-0 rounded-xl border border-line px-4 py-3">
      <figcaption className="text-muted text-sm">Tokens a second, all answers together, by answers at once</figcaption>
      {/* Made anew when it shows other lines. */}
      <Drawing key={JSON.stringify(all)} all={all} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {all.lines.map(({ name }, index) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`h-0.5 w-4 ${GROUNDS[index % GROUNDS.length]}`} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** As `draw-lines.ts` colours them. */
const GROUNDS = ['bg-line-1', 'bg-line-2', 'bg-line-3', 'bg-line-4']

function Drawing({ all }: { readonly all: Lines }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once
  useEffect(() => {
    let end = () => {}
    let isGone = false
    void import('./draw-lines.ts').then(({ drawLines }) => {
      if (!isGone && place.current !== null) end = drawLines(place.current, HEIGHT, all)
    })
    return () => {
      isGone = true
      end()
    }
  }, [])
  return <div ref={place} aria-hidden="true" style={{ height: HEIGHT }} />
}
