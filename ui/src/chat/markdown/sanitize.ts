import DOMPurify from 'dompurify'
import { Marked, type Token } from 'marked'

const TAGS =
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i input li ol p pre s span strong sub sup table tbody td th thead tr u ul'
const ATTRIBUTES = ['href', 'title', 'class', 'start', 'align', 'type', 'checked', 'disabled', 'dir', 'target', 'rel']

/**
 * HTML that a model writes is shown as the text it is, and images of other servers are links: loading one would tell
 * that server what was said. What comes of it is sanitised all the same.
 */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    checkbox: ({ checked }) => `<input type="checkbox" disabled${checked ? ' checked' : ''}>`,
  },
})

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    // Elsewhere, and by a protocol that only shows something: a link to this server's own paths would ask it.
    if (!/^(https?:\/\/|mailto:)/i.test(node.getAttribute('href') ?? '')) node.removeAttribute('href')
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  if (/^(P|LI|H[1-6]|TD|TH|BLOCKQUOTE)$/.test(node.tagName)) node.setAttribute('dir', 'auto')
})

/** A block of Markdown as HTML that is safe to show. */
export function htmlOf(token: Token): string {
  return DOMPurify.sanitize(marked.parser([token]), {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** Highlighted code: spans with classes, and nothing else. */
export function codeHtml(html: string): string {
  return DOMPurify.sanitize(html, { ALLOWED_TAGS: ['span'], ALLOWED_ATTR: ['class'], ALLOW_DATA_ATTR: false })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
