import type { Library } from '../core/machine.ts'
import type { MachineFiles } from './files.ts'

/** Where runtimes' own installers put their libraries. */
const FOLDERS = ['usr/lib', 'usr/lib/aarch64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'usr/local/lib', 'lib']

/** Libraries of the chips' makers that engines open, with where they come from. */
const LIBRARIES: readonly Omit<Library, 'path'>[] = [
  { name: 'librkllmrt.so', platform: 'rkllm', fix: "Copy it there from Rockchip's rknn-llm (rkllm-runtime)." },
  { name: 'librknnrt.so', platform: 'rknn2', fix: "Copy it there from Rockchip's rknn-toolkit2 (rknpu2)." },
  { name: 'librknn3_api.so', platform: 'rknn3', fix: "Install the packages of Rockchip's rknn3-toolkit." },
  { name: 'libQnnHtp.so', platform: 'qairt', fix: "Install Qualcomm's QAIRT (`qairt-libs` on Ubuntu)." },
  { name: 'libze_intel_npu.so.1', platform: 'openvino', fix: "Install Intel's NPU driver (`intel-level-zero-npu`)." },
]

export function librariesIn(files: MachineFiles): readonly Library[] {
  return LIBRARIES.map((library) => {
    const folder = FOLDERS.find((one) => files.exists(`${one}/${library.name}`))
    return { ...library, path: folder === undefined ? null : `/${folder}/${library.name}` }
  })
}

/** Why it can't be opened; empty when it is there. */
export function libraryProblem({ name, path, fix }: Library): string {
  if (path !== null) return ''
  return `There is no ${name} in ${FOLDERS.map((folder) => `/${folder}`).join(', ')}. ${fix}`
}
