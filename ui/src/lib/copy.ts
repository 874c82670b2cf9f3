/** Copies a text; also over plain HTTP from another machine, where browsers have no clipboard for pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  // Inside an open dialog nothing outside it can be selected.
  const home = document.querySelector('dialog[open]') ?? document.body
  home.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
