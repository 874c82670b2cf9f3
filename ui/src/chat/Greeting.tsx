import { Logo } from '../ui/Logo.tsx'

/** What is to be seen before anything was said. */
export function Greeting({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center">
      {!isLoading && (
        <>
          <Logo className="size-12" />
          <p className="font-semibold text-xl tracking-tight">What can I do for you?</p>
          <p className="max-w-sm text-muted text-sm">
            Nothing leaves this server. Drop images and sounds anywhere below.
          </p>
        </>
      )}
    </div>
  )
}
