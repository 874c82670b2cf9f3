import type { Part } from '../api/items.ts'

/** More pixels than this no model looks at. */
const LONGEST_SIDE = 2048
const SMALL_BYTES = 2_000_000

/** A file as a part of a message. Rejects with an `Error` in words about one that no model reads. */
export async function partOf(file: File): Promise<Part> {
  if (file.type.startsWith('image/')) return { type: 'input_image', image_url: await imageUrl(file) }
  const format = audioFormat(file)
  if (format !== null) {
    const data = (await dataUrl(file)).replace(/^.*?,/, '')
    return { type: 'input_audio', input_audio: { data, format } }
  }
  throw new Error(`${file.name} is neither an image nor a sound (WAV, MP3).`)
}

function audioFormat({ type, name }: File): 'wav' | 'mp3' | null {
  if (/wav/.test(type) || /\.wav$/i.test(name)) return 'wav'
  return /mpeg|mp3/.test(type) || /\.mp3$/i.test(name) ? 'mp3' : null
}

/** As it is where that is small, else scaled down: what no model looks at need not be kept. */
async function imageUrl(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name} is no image that can be read.`)
  })
  if (file.size <= SMALL_BYTES && /^image\/(png|jpeg|webp)$/.test(file.type)) return dataUrl(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.9)
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} can't be read.`))
    reader.readAsDataURL(file)
  })
}
