import { ROCKCHIP_CARDS, UNTOLD_CARD } from '../../core/chips.ts'
import type { Chip } from '../../core/machine.ts'
import type { MachineFiles } from '../files.ts'
import { access, chipOf, unknown, unusable } from '../finding.ts'
import { moduleVersion, PCI_VENDORS, pciDevices } from '../pci.ts'

const CARD = 0x182a

const UNBOUND = unusable('No driver is bound to the card.', 'Load `pcie_rkep`, of the rknn3 packages.')

const UNSEEN = unknown(
  'There is no such card on the PCI bus; only `hardware.chip` tells of it.',
  'See that it is in its place and has power: `lspci -d 1d87:182a`.',
)

/**
 * The coprocessors RK1820 and RK1828. On the bus both look the same: only their own tools, or the user, tell which.
 * @param told what the settings say they are
 */
export function rockchipCards(files: MachineFiles, told: string | null): readonly Chip[] {
  const type = told !== null && told in ROCKCHIP_CARDS ? told : null
  const cards = pciDevices(files).filter(({ vendor, device }) => vendor === PCI_VENDORS.rockchip && device === CARD)
  const facts = {
    kind: 'npu',
    vendor: 'rockchip',
    type: type ?? UNTOLD_CARD,
    name: type ?? 'RK1820 or RK1828',
    memoryBytes: type === null ? null : (ROCKCHIP_CARDS[type] ?? null),
    cores: null,
  } as const
  if (cards.length === 0) {
    return type === null ? [] : [chipOf({ ...facts, address: null, driver: null }, [UNSEEN], 'setting')]
  }
  return cards.map(({ address, driver }) => {
    const bound = driver === null ? null : { name: driver, version: moduleVersion(files, 'pcie_rkep') }
    return chipOf({ ...facts, address, driver: bound }, [
      driver === null ? UNBOUND : access(files, `dev/pcie-rkep-${address}`),
    ])
  })
}
