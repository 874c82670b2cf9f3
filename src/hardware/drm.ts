import type { MachineFiles } from './files.ts'

/** A node that programs compute through. */
export interface RenderNode {
  /** `dev/dri/renderD128` */
  readonly node: string
  /** What it is of: a PCI address, or the name of a platform device. */
  readonly address: string | null
  readonly driver: string | null
}

export function renderNodes(files: MachineFiles): readonly RenderNode[] {
  const names = files.list('sys/class/drm').filter((name) => /^renderD\d+$/.test(name))
  return names.map((name) => {
    const folder = `sys/class/drm/${name}/device`
    const uevent = files.text(`${folder}/uevent`) ?? ''
    return {
      node: `dev/dri/${name}`,
      address: files.linkName(folder),
      driver: /^DRIVER=(.+)$/m.exec(uevent)?.[1] ?? files.linkName(`${folder}/driver`),
    }
  })
}
