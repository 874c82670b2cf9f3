/** `GENIE_STATUS_…` of GenieCommon.h: 0 is success, what is positive a warning, what is negative an error. */
export const STATUS = { success: 0, aborted: 1, contextExceeded: 4 } as const

const ERRORS: Readonly<Record<number, string>> = {
  [-1]: 'it failed',
  [-2]: 'an argument is wrong',
  [-3]: 'there is no memory left',
  [-4]: 'the settings are wrong',
  [-5]: 'a handle is wrong',
  [-6]: 'answering failed',
  [-7]: 'the settings are no JSON',
  [-8]: 'the settings are not as this release of Genie wants them',
  [-9]: 'the settings hold a value that this release of Genie does not know',
}

/** Throws an Error in words for a status that is no success. */
export function requireSuccess(status: number, doing: string): void {
  if (status !== STATUS.success) {
    throw new Error(`Genie could not ${doing}: ${ERRORS[status] ?? 'it does not say why'} (status ${status}).`)
  }
}
