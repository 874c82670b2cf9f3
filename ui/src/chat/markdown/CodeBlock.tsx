import { memo, useEffect, useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { highlighted } from './highlight.ts'

interface CodeBlockProps {
  readonly code: string
  readonly language: string
  /** Nothing more will come of it: only then is it worth colouring. */
  readonly isSettled: boolean
}

export const CodeBlock = memo(function CodeBlock({ code, language, isSettled }: CodeBlockProps) {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    if (!isSettled) return
    let current = true
    highlighted(code, language).then(
      (marked) => current && setHtml(marked),
      () => current && setHtml(null),
    )
    return () => {
      current = false
    }
  }, [code, language, isSettled])
  return (
    <figure className="my-4 overflow-hidden rounded-lg border border-line bg-code" dir="ltr">
      <figcaption className="flex h-9 items-center justify-between border-line border-b pr-1 pl-3 text-muted text-xs">
        <span className="font-mono">{language || 'text'}</span>
        <CopyButton text={code} label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed" tabIndex={0}>
        {html === null ? (
          <code>{code}</code>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: spans only, see sanitize.ts
          <code dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </pre>
    </figure>
  )
})
