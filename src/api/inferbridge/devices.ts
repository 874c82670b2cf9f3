import { OPENVINO_EXAMPLES } from '../../core/compute/openvino.ts'
import { TrivetError } from '../../core/errors.ts'
import { encodeDevices } from '../devices/encode.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { inferbridgeRoute } from './route.ts'

/** What there is to compute on, in OpenVINO's names. */
export function devicesEndpoint({ machine }: Services, defaultDevice: string): Endpoint {
  return inferbridgeRoute('GET /v1/devices', {
    summary: 'List the devices',
    tells: 'The devices.',
    async answer() {
      const report = await machine.report()
      const { available, devices, suggestions, supported_examples } = encodeDevices(report)
      return {
        default_device: defaultDevice,
        openvino_available: report.engines.some(({ platform, available: works }) => platform === 'openvino' && works),
        mock: false,
        available,
        devices,
        suggestions,
        supported_examples,
      }
    },
  })
}

/** What is said of a device expression that is none, with those that are here. */
export async function deviceError(text: string, { machine }: Pick<Services, 'machine'>): Promise<TrivetError> {
  const { available } = encodeDevices(await machine.report())
  const reason = `\`${text.slice(0, 64)}\` is no device expression. Detected devices: ${available.join(', ')}. Examples: ${OPENVINO_EXAMPLES.join(', ')}.`
  return new TrivetError('invalid_value', { reason }, 'device')
}
