import type { ErrorReport } from '../../core/errors.ts'
import type { Attachment, ImageMedia } from '../../core/media.ts'
import type { ImageHeader } from '../image.ts'

/** What the process that takes images apart is asked, one at a time. */
export type Order =
  | { readonly want: 'pixels'; readonly bytes: Uint8Array; readonly attachment: Attachment }
  | { readonly want: 'header'; readonly bytes: Uint8Array; readonly param: string }

/** What it answers each with. */
export type Told =
  | { readonly want: 'pixels'; readonly image: ImageMedia }
  | { readonly want: 'header'; readonly header: ImageHeader }
  | { readonly want: 'error'; readonly error: ErrorReport }
