import { systemClock } from '../core/clock.ts'
import { openHubs } from '../models/pull/hubs.ts'
import { type SearchWish, searchHuggingFace } from '../models/pull/search.ts'
import { table } from './table.ts'
import { packageVersion } from './version.ts'

/** Looks for models on Hugging Face, or its mirror. Needs no server. */
export async function searchModels(wish: SearchWish, json: boolean): Promise<void> {
  const hubs = openHubs({ env: process.env, clock: systemClock, privateAllowed: false, version: packageVersion() })
  const { client, endpoints, huggingFaceAccess: access } = hubs
  try {
    const hub = { client, endpoint: endpoints.huggingFace, access }
    const found = await searchHuggingFace(hub, wish, new AbortController().signal)
    if (json) console.log(JSON.stringify(found, null, 2))
    else if (found.length === 0) console.log('Nothing was found.')
    else {
      const rows = found.map(({ id, downloads, likes, task }) => [id, String(downloads), String(likes), task ?? ''])
      console.log(table(['MODEL', 'DOWNLOADS', 'LIKES', 'TASK'], rows))
    }
  } finally {
    await client.close()
  }
}
