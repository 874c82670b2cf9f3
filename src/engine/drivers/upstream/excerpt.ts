const SHOWN = 200

/** What a server sent instead of what was asked for, as far as it helps to see: the end of a sentence, without its dot. */
export function excerpt(body: string, contentType = ''): string {
  const text = body.replace(/\s+/g, ' ').trim()
  if (text === '') return 'nothing at all'
  if (/^<(!doctype|html|head|body|\?xml)/i.test(text)) {
    const title = /<title[^>]*>(.*?)<\/title>/i.exec(text)?.[1]?.trim() ?? ''
    return title === '' ? 'a web page' : `a web page, "${shortened(title)}"`
  }
  const type = contentType.split(';', 1)[0]?.trim() ?? ''
  return `${type === '' ? '' : `${type}: `}${shortened(text)}`
}

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
