import { invokeTags } from '../invoke-tags.ts'

/** MiniCPM 5: `<function name="…"><param name="…">…</param></function>`. */
export const minicpm = invokeTags({ name: 'minicpm', section: null, call: 'function', parameter: 'param', cdata: true })
