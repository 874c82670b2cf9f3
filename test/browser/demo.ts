import { fileURLToPath } from 'node:url'

/** Flags that serve the demo model. */
export const DEMO = ['--model', `${fileURLToPath(new URL('../../models/demo.gguf', import.meta.url))}=trivet/demo`]
