import { useState } from 'react'
import { apiUrl } from '../api/base.ts'
import { keyStore } from '../api/key.ts'
import type { ResponseRequest } from '../api/responses.ts'
import { useStore } from '../lib/store.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CodeBlock } from './markdown/CodeBlock.tsx'
import { SNIPPETS, type SnippetKind, snippetOf } from './snippets.ts'

const LANGUAGES: Readonly<Record<SnippetKind, string>> = { curl: 'bash', TypeScript: 'typescript', Python: 'python' }

interface SnippetDialogProps {
  readonly request: ResponseRequest
  readonly onClose: () => void
}

/** The last question as a program would ask it. */
export function SnippetDialog({ request, onClose }: SnippetDialogProps) {
  const [kind, setKind] = useState<SnippetKind>('curl')
  const { key } = useStore(keyStore)
  const code = snippetOf(request, { kind, baseUrl: apiUrl('v1'), hasKey: key !== null })
  return (
    <Dialog title="As a program" onClose={onClose}>
      <fieldset className="flex w-fit rounded-lg border border-line p-0.5 text-sm">
        <legend className="sr-only">Language</legend>
        {SNIPPETS.map((each) => (
          <label
            key={each}
            className="rounded-md px-3 py-1 text-muted has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="snippet"
              className="sr-only"
              checked={kind === each}
              onChange={() => setKind(each)}
            />
            {each}
          </label>
        ))}
      </fieldset>
      <CodeBlock code={code} language={LANGUAGES[kind]} isSettled />
    </Dialog>
  )
}
