import type { z } from 'zod'
import type { jobEventSchema } from '../../api/jobs/encode.ts'

/** A change of a job as a server tells it; of one in this process too, so that both are shown alike. */
export type ToldEvent = z.infer<typeof jobEventSchema>

export type ToldJob = ToldEvent['job']
