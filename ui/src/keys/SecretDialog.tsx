import { useState } from 'react'
import { giveKey, keyStore } from '../api/key.ts'
import type { NewKey } from '../api/keys.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Checkbox } from '../ui/Inputs.tsx'

interface SecretDialogProps {
  readonly made: NewKey
  readonly onClose: () => void
}

/** Shows a key's secret, which nobody can show again. */
export function SecretDialog({ made: { name, secret }, onClose }: SecretDialogProps) {
  const [isUsed, setUsed] = useState(keyStore.get().key === null)
  const close = () => {
    if (isUsed) giveKey(secret, false)
    onClose()
  }
  return (
    <Dialog title={`The key ${name}`} onClose={close}>
      <div className="flex flex-col gap-4">
        <p>Copy it now: it is not kept, and so never shown again.</p>
        <div className="flex items-center gap-2 rounded-lg border border-line bg-code py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{secret}</code>
          <CopyButton text={secret} label="Copy the key" />
        </div>
        <Checkbox isOn={isUsed} onChange={setUsed}>
          Use it in this page, until it is closed
        </Checkbox>
        <Button look="primary" className="self-end" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
