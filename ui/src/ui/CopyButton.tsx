import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { IconButton } from './Button.tsx'

const SHOWN_MS = 1500

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Copied' : label}
      onClick={() => void copyText(text).then(setCopied)}
    />
  )
}
