import { useEffect } from 'react'
import { followJobs } from '../api/jobs.ts'
import { Library } from '../models/Library.tsx'
import { Logo } from '../ui/Logo.tsx'

/** No model is here yet: which would suit this machine, each a click away. */
export function FirstRun() {
  useEffect(followJobs, [])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-10">
        <div className="flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">Get a model to begin</h1>
          <p className="max-w-md text-muted">
            These suit this machine, the best first. Each is fetched once, and then needs no network.
          </p>
        </div>
        <Library most={5} />
      </div>
    </div>
  )
}
