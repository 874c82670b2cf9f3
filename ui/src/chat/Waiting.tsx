import { useEffect, useState } from 'react'
import { modelStore } from '../api/model-feed.ts'
import { formatCount } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { Answer } from './answer.ts'

interface WaitingProps {
  readonly model: string | null
  readonly phase: Answer['phase']
  readonly progress: Answer['progress']
}

/** What an answer waits for, until its first word. */
export function Waiting({ model: id, phase, progress }: WaitingProps) {
  const model = useStore(modelStore)?.find((each) => each.id === id)
  const seconds = useSeconds()
  const isLoading = model?.state === 'starting'
  return (
    <div className="flex max-w-64 flex-col gap-2 py-1 text-muted text-sm">
      <p className="motion-safe:animate-pulse">
        {isLoading ? `Loading ${id}` : phase === 'reading' ? readingOf(progress) : 'Waiting for its turn'}
        {seconds >= 2 ? ` · ${seconds} s` : '…'}
      </p>
      {isLoading && <ProgressBar label={`Loading ${id}`} value={model.progress} />}
      {phase === 'reading' && progress && (
        <ProgressBar label="Reading the prompt" value={progress.processed / progress.total} />
      )}
    </div>
  )
}

function readingOf(progress: Answer['progress']): string {
  return progress === null
    ? 'Reading'
    : `Reading ${formatCount(progress.processed)} of ${formatCount(progress.total)} tokens`
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
