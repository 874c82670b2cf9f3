import { jsonFormat } from '../json-format.ts'

/** FireFunction 2: `functools` and a JSON list. */
export const firefunction = jsonFormat({ name: 'firefunction', open: ' functools', close: '', within: 'list' })
