import type { MachineFiles } from './files.ts'

/** Where it lies; the first is a link to the second, which a container may have alone. */
const ROOTS = ['proc/device-tree', 'sys/firmware/devicetree/base']

/** Strings of a property, which are separated by NULs; none where there is no such property. */
export function deviceTree(files: MachineFiles, property: string): readonly string[] {
  const text = ROOTS.map((root) => files.text(`${root}/${property}`)).find((found) => found !== null)
  return text?.split('\0').filter((part) => part !== '') ?? []
}

/** Nodes directly below the root of the tree. */
export function deviceTreeNodes(files: MachineFiles): readonly string[] {
  return ROOTS.map((root) => files.list(root)).find((names) => names.length > 0) ?? []
}
