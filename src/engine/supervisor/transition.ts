/** Where a supervised engine stands. `starting` covers loading and the pause before a restart. */
export type EngineState = 'stopped' | 'starting' | 'ready' | 'draining' | 'stopping' | 'failed'
