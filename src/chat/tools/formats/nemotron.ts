import { jsonFormat } from '../json-format.ts'

/** Nemotron Nano 2: a JSON list in `<TOOLCALL>` tags. */
export const nemotron = jsonFormat({ name: 'nemotron', open: '<TOOLCALL>', close: '</TOOLCALL>', within: 'list' })
