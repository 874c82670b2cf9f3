import { deleteModel } from '../api/manage.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'

interface DeleteDialogProps {
  readonly id: string
  readonly onClose: () => void
}

export function DeleteDialog({ id, onClose }: DeleteDialogProps) {
  const { isBusy, error, run } = useAction()
  const remove = async () => {
    if (await run(() => deleteModel(id))) onClose()
  }
  return (
    <Dialog title="Delete the model?" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          The files of <strong className="[overflow-wrap:anywhere]">{id}</strong> are deleted from this server.
        </p>
        <ErrorText text={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
