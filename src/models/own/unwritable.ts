import { TrivetError } from '../../core/errors.ts'

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'its disk is read-only.',
  ENOSPC: 'its disk is full. Free some space and try again.',
  EDQUOT: "this user's share of the disk is full. Free some space and try again.",
  EACCES: 'this user may not write there.',
  EPERM: 'this user may not write there.',
  ENOTDIR: 'there is a file where a folder should be.',
  EBUSY: 'another program keeps its files open.',
}

/** Work that writes to the store: what the file system refuses is `store_unwritable`, other errors stay what they are. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof TrivetError || code === undefined) throw error
    throw new TrivetError('store_unwritable', { reason: REASONS[code] ?? message }, null, { cause: error })
  }
}
