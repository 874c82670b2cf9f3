import type { ErrorReport } from '../../../core/errors.ts'
import type { ConvertedFolder, FolderWish } from '../convert-folder.ts'

/** What the worker is started with. */
export type WorkerOrder = FolderWish

/** What it is told. */
export type ToWorker = 'cancel'

/** What it tells. All but `progress` are ends. */
export type FromWorker =
  | { readonly type: 'progress'; readonly doneBytes: number; readonly totalBytes: number }
  | { readonly type: 'done'; readonly converted: ConvertedFolder; readonly samples: readonly TokenSample[] }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'reported'; readonly error: ErrorReport }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined }

/** A text, and what the original tokenizer makes of it. */
export interface TokenSample {
  readonly text: string
  readonly ids: readonly number[]
}
