/** A file of the web page, held in memory. */
export interface PageFile {
  /** With its encoding, where it is text. */
  readonly contentType: string
  readonly body: Buffer
  /** The same compressed, once somebody wants it so; `null` where that saves nothing. */
  readonly gzip: () => Buffer | null
  /** In quotes, as the header has it. */
  readonly etag: string
  /** Its name has a hash of what is in it, so that it never changes. */
  readonly isFixed: boolean
}

/** The web page: the files that its build made, by their path from its root, such as `assets/index-x1.js`. */
export type WebPage = ReadonlyMap<string, PageFile>

export const INDEX = 'index.html'
