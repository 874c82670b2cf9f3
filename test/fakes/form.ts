/** A form as clients send it, for `inject`. A list becomes several fields of one name. */
export async function form(fields: Readonly<Record<string, string | Blob | readonly string[]>>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) data.append(name, value, 'sound.wav')
    else for (const each of [value].flat()) data.append(name, each)
  }
  const sent = new Response(data)
  const type = sent.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await sent.arrayBuffer()), headers: { 'content-type': type } }
}
