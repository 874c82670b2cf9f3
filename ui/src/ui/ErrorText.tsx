/** Why something failed, said at once. */
export function ErrorText({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm [overflow-wrap:anywhere]">
      {text}
    </p>
  )
}
