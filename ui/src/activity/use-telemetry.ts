import { useEffect } from 'react'
import { readTelemetry, type Telemetry } from '../api/activity.ts'
import { createStore, useStore } from '../lib/store.ts'
import { type Sample, withSample } from './samples.ts'

const PERIOD_MS = 2000

interface Course {
  readonly last: Telemetry | null
  readonly samples: readonly Sample[]
}

/** Outlives a look at another page. */
const course = createStore<Course>({ last: null, samples: [] })

/** How the server is, and how it was while this was looked at. */
export function useTelemetry(): Course {
  useEffect(() => {
    const asking = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const last = await readTelemetry(asking.signal)
      course.update(({ samples }) => ({ last, samples: withSample(samples, last) }))
    }
    const quietly = () => void look().catch(() => {})
    quietly()
    const timer = setInterval(quietly, PERIOD_MS)
    return () => {
      clearInterval(timer)
      asking.abort()
    }
  }, [])
  return useStore(course)
}
