import type { CallItem } from '../api/items.ts'
import { Icon } from '../ui/Icon.tsx'

/** What the model wants a tool to do. */
export function ToolCall({ item }: { readonly item: CallItem }) {
  return (
    <div className="my-2 rounded-lg border border-line bg-panel px-3 py-2 text-sm">
      <p className="flex items-center gap-2">
        <Icon name="tool" className="size-4 text-accent" />
        <span className="font-medium font-mono">{item.name}</span>
      </p>
      <pre
        dir="ltr"
        className="mt-1 whitespace-pre-wrap font-mono text-[0.8125rem] text-muted [overflow-wrap:anywhere]"
      >
        {pretty(item.arguments)}
      </pre>
    </div>
  )
}

/** As it is while it is being written. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
