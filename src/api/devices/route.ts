import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { encodeDevices, encodePlatforms } from './encode.ts'
import { devicesSchema, platformsSchema } from './schema.ts'

/** What this machine computes on, and what can be run on it. */
export function deviceEndpoints(services: Services): readonly Endpoint[] {
  const { machine } = services
  return [
    {
      method: 'GET',
      path: '/v1/devices',
      scope: 'read',
      tag: 'Machine',
      summary: 'Show what there is to compute on',
      description:
        'The devices that a load may name, then what they come from: the CPU, the memory, every chip that the files of ' +
        'this machine tell of, with what keeps it from being used and what to do about it, and what each engine sees.',
      responses: { 200: jsonDoc('The machine.', devicesSchema) },
      handle: async () => json(encodeDevices(await machine.report())),
    },
    platformsEndpoint(services),
  ]
}

export function platformsEndpoint({ machine }: Services): Endpoint {
  return {
    method: 'GET',
    path: '/v1/platforms',
    scope: 'read',
    tag: 'Machine',
    summary: 'List the platforms',
    description: 'Every runtime that models are made for, whether it can run here, and on which chips.',
    responses: { 200: jsonDoc('The platforms.', platformsSchema) },
    handle: async () => json(encodePlatforms((await machine.report()).platforms)),
  }
}
