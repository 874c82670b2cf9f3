import type { Scheduler } from '../../scheduler/scheduler.ts'

type Params = Readonly<Record<string, unknown>>

/** Fields that all say how to think: with any of them given, the model's own way of thinking is no default any more. */
const THINKING = /think|reasoning/

/**
 * A request in which what it leaves out is as the model was set up by `default_params`.
 * @param names what this API calls a default, where that is something else; `null`: it has nothing like it
 */
export function withDefaults<Fields extends { readonly model: string }>(
  fields: Fields,
  scheduler: Pick<Scheduler, 'defaults'>,
  names: Readonly<Record<string, string | null>> = {},
): Fields {
  return fill(fields, scheduler.defaults(fields.model), names)
}

/** The same for fields that don't name their model. */
export function fill<Fields extends object>(
  fields: Fields,
  defaults: Params,
  names: Readonly<Record<string, string | null>> = {},
): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  const decided = given.some(([name]) => THINKING.test(name))
  const usable = Object.entries(defaults)
    .filter(([name]) => names[name] !== null && !(decided && THINKING.test(name)))
    .map(([name, value]) => [names[name] ?? name, value] as const)
  return usable.length === 0 ? fields : { ...Object.fromEntries(usable), ...(Object.fromEntries(given) as Fields) }
}
