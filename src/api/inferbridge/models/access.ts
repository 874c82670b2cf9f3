import { LIBRARY } from '../../../models/library/library.ts'
import type { KnownModel } from './known.ts'

/** Who may fetch a model, as far as is known before it is tried. */
export function hubAccess({ id, definition }: KnownModel) {
  const page = definition === null ? null : `https://huggingface.co/${definition.source}`
  const gated = LIBRARY.find((listed) => listed.id === id)?.gated ?? null
  const access_type = page === null ? 'local' : gated === null ? 'unknown' : gated ? 'gated' : 'public'
  return {
    huggingface_access: { access_type, model_url: page, license_url: page },
    is_gated: gated ?? false,
  }
}
