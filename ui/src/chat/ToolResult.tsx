import type { CallOutputItem } from '../api/items.ts'
import { Icon } from '../ui/Icon.tsx'

/** What a tool has answered. */
export function ToolResult({ item }: { readonly item: CallOutputItem }) {
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line bg-panel px-3 py-2 text-sm">
      <Icon name="tool" className="mt-0.5 size-4 text-muted" />
      <div className="min-w-0">
        <p className="text-muted text-xs">Result</p>
        <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{item.output}</pre>
      </div>
    </div>
  )
}
