import { savedStore } from './saved.ts'

export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]

export const themeStore = savedStore<Theme>(
  'trivet.theme',
  'system',
  (value) => THEMES.find((theme) => theme === value) ?? 'system',
)

/** Keeps the document in the theme that is chosen. */
export function followTheme(): void {
  const show = () => {
    const theme = themeStore.get()
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  show()
  themeStore.subscribe(show)
}
