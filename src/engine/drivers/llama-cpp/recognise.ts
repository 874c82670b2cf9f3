import { openFile } from '../../../core/open-file.ts'
import type { ModelFacts } from '../../driver.ts'

/**
 * A file is llama.cpp's when it is named `.gguf` or starts with GGUF's magic. A damaged `.gguf` is still llama.cpp's
 * to refuse, since it says what is wrong with it. `null` for everything else.
 */
export async function recogniseGguf(path: string): Promise<ModelFacts | null> {
  const file = await openFile(path).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const magic = Buffer.alloc(4)
    await file.read(magic, 0, 4, 0)
    const ours = path.toLowerCase().endsWith('.gguf') || magic.toString('latin1') === 'GGUF'
    return ours ? { path, sizeBytes: size } : null
  } finally {
    await file.close()
  }
}
