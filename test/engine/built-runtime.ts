import { type ChildRuntime, DEFAULT_RUNTIME } from '../../src/engine/process/runtime.ts'

/** Tests run from source, children from the build. */
export const builtRuntime: ChildRuntime = {
  ...DEFAULT_RUNTIME,
  entry: new URL('../../dist/engine/child/main.js', import.meta.url),
}
