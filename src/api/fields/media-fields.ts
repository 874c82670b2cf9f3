/** What is said of a field that holds an image or a sound. */
export const SOURCE =
  'A data URL or base64. An address of the web or a path only where the settings `media_hosts` and `media_folders` allow it.'

/** What is said of OpenAI's `detail`. */
export const DETAIL = '`low`: scaled down to 512 pixels. Otherwise to 2048, which is as close as any model looks.'

const LOW_SIDE = 512

/** Pixels of the longer side, by OpenAI's `detail` and by GenieX's `image_max_length`: the smaller. */
export function longestSide(
  detail: string | null | undefined,
  maxLength?: number | null,
): { readonly longestSide?: number } {
  const sides = [...(detail === 'low' ? [LOW_SIDE] : []), ...(maxLength ? [maxLength] : [])]
  return sides.length === 0 ? {} : { longestSide: Math.min(...sides) }
}
