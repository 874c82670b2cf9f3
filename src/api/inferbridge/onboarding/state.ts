import { z } from 'zod'
import type { Notes } from '../../../store/notes.ts'

const NAME = 'inferbridge onboarding'

const stateSchema = z.object({
  completed: z.boolean(),
  restart_requested: z.boolean(),
  selected_model: z.string().nullable(),
  selected_device: z.string().nullable(),
  actual_device: z.string().nullable(),
  model_storage_location: z.string().nullable(),
  last_hardware_fingerprint: z.string().nullable(),
  last_benchmark_reference: z.string().nullable(),
  completed_app_version: z.string().nullable(),
})

/** How far somebody came with setting up a first model, in InferBridge's words. */
export type OnboardingState = z.infer<typeof stateSchema>

const FRESH: OnboardingState = {
  completed: false,
  restart_requested: false,
  selected_model: null,
  selected_device: null,
  actual_device: null,
  model_storage_location: null,
  last_hardware_fingerprint: null,
  last_benchmark_reference: null,
  completed_app_version: null,
}

/** What is known of it; what can't be understood is begun anew. */
export function readState(notes: Notes): { readonly state: OnboardingState; readonly recovered: boolean } {
  const kept = notes.read(NAME)
  const { data } = stateSchema.safeParse(kept)
  return { state: data ?? FRESH, recovered: kept !== undefined && data === undefined }
}

export function changeState(notes: Notes, changes: Partial<OnboardingState>): void {
  notes.write(NAME, { ...readState(notes).state, ...changes })
}
