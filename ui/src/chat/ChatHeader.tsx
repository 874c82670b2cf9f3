import { useState } from 'react'
import type { Turn } from '../api/chats.ts'
import type { Model } from '../api/models.ts'
import type { ResponseRequest } from '../api/responses.ts'
import { saveFile } from '../lib/save-file.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { fileName, jsonOf, markdownOf } from './export.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { requestOf } from './request-of.ts'
import { SettingsSheet } from './SettingsSheet.tsx'
import { SnippetDialog } from './SnippetDialog.tsx'
import type { ChatSession, ChatState } from './session.ts'

interface ChatHeaderProps {
  readonly session: ChatSession
  readonly state: ChatState
  readonly path: readonly Turn[]
  readonly models: readonly Model[]
  readonly model: Model | null
}

export function ChatHeader({ session, state, path, models, model }: ChatHeaderProps) {
  const [isSetting, setSetting] = useState(false)
  const [snippet, setSnippet] = useState<ResponseRequest | null>(null)
  const { title, settings } = state
  const asked = path.slice(0, path.findLastIndex(({ role }) => role === 'user') + 1)
  return (
    <header className="flex items-center gap-1 border-line border-b px-2 py-1.5 md:px-3">
      <h1 className="sr-only" dir="auto">
        {title || 'New conversation'}
      </h1>
      <div className="min-w-0 flex-1">
        <ModelPicker models={models} model={model} onPick={(id) => session.set({ model: id })} />
      </div>
      <IconButton
        icon="code"
        label="As a program"
        disabled={asked.length === 0 || model === null}
        onClick={() => model && void session.guard(async () => setSnippet(requestOf(model.id, asked, settings)))}
      />
      <Menu
        label="Export"
        align="end"
        isDisabled={path.length === 0}
        buttonClass="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink disabled:opacity-50"
        button={<Icon name="download" />}
      >
        {(closeMenu) => (
          <>
            <MenuItem
              onPick={() => {
                closeMenu()
                void session.guard(async () =>
                  saveFile(fileName(title, 'md'), 'text/markdown', await markdownOf(state, path)),
                )
              }}
            >
              Markdown, this branch
            </MenuItem>
            <MenuItem
              onPick={() => {
                closeMenu()
                saveFile(fileName(title, 'json'), 'application/json', jsonOf(state))
              }}
            >
              JSON, everything
            </MenuItem>
          </>
        )}
      </Menu>
      <IconButton icon="sliders" label="Instructions and parameters" onClick={() => setSetting(true)} />
      {isSetting && (
        <SettingsSheet
          settings={settings}
          onChange={(change) => session.set(change)}
          onClose={() => setSetting(false)}
        />
      )}
      {snippet !== null && <SnippetDialog request={snippet} onClose={() => setSnippet(null)} />}
    </header>
  )
}
