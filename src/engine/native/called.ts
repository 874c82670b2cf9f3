import type koffi from 'koffi'

type NativeFunction = ReturnType<ReturnType<typeof koffi.load>['func']>

/** Calls it in a thread of its own, so that this one stays free for callbacks and messages. */
export function called<T>(call: NativeFunction, ...given: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    call.async(...given, (error: Error | null, result: T) => (error ? reject(error) : resolve(result)))
  })
}
