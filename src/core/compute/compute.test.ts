import { expect, it } from 'vitest'
import { type Compute, formatCompute } from './compute.ts'
import { parseGenieXCompute } from './geniex.ts'
import { missingOpenVinoDevices, OPENVINO_EXAMPLES, parseOpenVinoDevice } from './openvino.ts'
import { readCompute } from './read.ts'

/** What it comes to, in our own notation. */
const ours = (compute: Compute | null | undefined) => (compute ? formatCompute(compute) : null)

it.each([
  ['cpu', 'cpu'],
  [' GPU ', 'gpu'],
  ['gpu.1', 'gpu.1'],
  ['npu, gpu.1,cpu', 'npu,gpu.1,cpu'],
  ['Auto', 'auto'],
  ['hybrid', 'hybrid'],
  ['AUTO:NPU,CPU', 'npu,cpu'],
  ['hetero:gpu,cpu', 'hetero:gpu,cpu'],
  ['MULTI:GPU.0,GPU.1', 'multi:gpu.0,gpu.1'],
  ['HETERO:GPU', 'gpu'],
  ['HTP0,HTP1', 'hetero:npu.0,npu.1'],
  ['GPUOpenCL', 'gpu'],
])('%j is read as %s, which reads as itself', (text, expected) => {
  expect(ours(readCompute(text, 'compute'))).toBe(expected)
  expect(ours(readCompute(expected, 'compute'))).toBe(expected)
})

it.each(['', 'tpu', 'CUDA0', 'gpu.', 'gpu.x', 'gpu,', 'auto,cpu', 'htp0', 'BATCH:GPU', 'MULTI', 'AUTO:', 'cpu gpu'])(
  '%j is refused with what it may be',
  (text) => {
    expect(() => readCompute(text, 'device')).toThrowError(
      expect.objectContaining({
        code: 'invalid_value',
        param: 'device',
        message: expect.stringMatching(/^`device` is `.*`; it must be cpu, gpu or npu.*hybrid.*HTP0,HTP1/),
      }),
    )
  },
)

it.each([
  ['cpu', 'CPU', 'cpu'],
  [' gpu.2 ', 'GPU.2', 'gpu.2'],
  ['auto', 'AUTO', 'auto'],
  ['auto: npu , gpu,CPU', 'AUTO:NPU,GPU,CPU', 'npu,gpu,cpu'],
  ['AUTO:GPU', 'AUTO:GPU', 'gpu'],
  ['MULTI:GPU.0,GPU.1', 'MULTI:GPU.0,GPU.1', 'multi:gpu.0,gpu.1'],
  ['HETERO:GPU,CPU', 'HETERO:GPU,CPU', 'hetero:gpu,cpu'],
])('the OpenVINO device %j is called %s and means %s', (text, name, expected) => {
  const device = parseOpenVinoDevice(text)
  expect([device?.name, ours(device?.compute)]).toEqual([name, expected])
})

it.each([
  '',
  'MULTI',
  'HETERO',
  'AUTO:',
  'GPU,CPU',
  'AUTO:GPU,,CPU',
  'MULTI:GPU,GPU',
  'AUTO:AUTO',
  'XPU',
  'CUDA',
  'GPU.a',
])('%j is no OpenVINO device', (text) => expect(parseOpenVinoDevice(text)).toBeNull())

it('the examples are devices, under their own names', () => {
  expect(OPENVINO_EXAMPLES.map((text) => parseOpenVinoDevice(text)?.name)).toEqual([...OPENVINO_EXAMPLES])
})

it.each([
  ['GPU', ['GPU.0', 'GPU.1', 'CPU'], []],
  ['GPU.1', ['GPU.0', 'CPU'], ['GPU.1']],
  ['GPU.0', ['GPU', 'CPU'], ['GPU.0']],
  ['AUTO:NPU,GPU,CPU', ['CPU'], ['NPU', 'GPU']],
  ['AUTO', [], []],
])('of %s, where there are %j, %j is missing', (text, available, missing) => {
  const device = parseOpenVinoDevice(text)
  expect(device && missingOpenVinoDevices(device, available)).toEqual(missing)
})

it.each([
  ['', 'npu,gpu,cpu'],
  ['AUTO', 'npu,gpu,cpu'],
  ['Cpu', 'cpu'],
  ['gpu', 'gpu'],
  [' npu', 'npu'],
  ['hybrid', 'hybrid'],
  ['HTP0', 'npu.0'],
  ['HTP0, HTP1', 'hetero:npu.0,npu.1'],
  ['HTP0,GPUOpenCL', 'hetero:npu.0,gpu'],
  ['htp0', null],
  ['gpuopencl', null],
  ['HTP0,HTP0', null],
  ['HTP0,', null],
  ['cpu,gpu', null],
])("GenieX's %j means %s", (text, expected) => {
  expect(ours(parseGenieXCompute(text))).toBe(expected)
})
