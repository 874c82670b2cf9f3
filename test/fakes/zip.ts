import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Buffer
  readonly stored?: boolean
  /** Unix mode, with the type of the file. */
  readonly mode?: number
  /** Instead of the right ones. */
  readonly crc?: number
  readonly sizeSaid?: number
  readonly flags?: number
}

/** A ZIP archive as APPNOTE.TXT has it, right or wrong as its entries say. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const body = entry.stored ? entry.bytes : deflateRawSync(entry.bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((entry.flags ?? 0) | 0x800, 2)
    common.writeUInt16LE(entry.stored ? 0 : 8, 4)
    common.writeUInt32LE(entry.crc ?? crc32(entry.bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(entry.sizeSaid ?? entry.bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    // Made by Unix, so that the mode counts.
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}
