import { z } from 'zod'

/** Of a tool that the model may call: what every format can spell and every grammar can hold. */
export const toolName = z.string().regex(/^[\w.:/-]{1,128}$/, {
  message: 'must be 1 to 128 letters, digits or any of _ . : / -',
})
