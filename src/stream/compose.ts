import type { EventTransform } from './stop-strings.ts'

/** The transforms one after the other, as one. */
export function compose(...transforms: readonly EventTransform[]): EventTransform {
  return (event) => transforms.reduce((events, transform) => events.flatMap((each) => transform(each)), [event])
}
