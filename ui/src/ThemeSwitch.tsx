import { useStore } from './lib/store.ts'
import { THEMES, themeStore } from './lib/theme.ts'
import { Icon } from './ui/Icon.tsx'

const LOOKS = {
  system: { icon: 'system', label: 'Light or dark as the system is' },
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
} as const

export function ThemeSwitch() {
  const theme = useStore(themeStore)
  return (
    <fieldset className="flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">Colours</legend>
      {THEMES.map((each) => (
        <label
          key={each}
          title={LOOKS[each].label}
          className="flex size-7 items-center justify-center rounded-md text-muted hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === each}
            onChange={() => themeStore.set(each)}
          />
          <span className="sr-only">{LOOKS[each].label}</span>
          <Icon name={LOOKS[each].icon} className="size-3.5" />
        </label>
      ))}
    </fieldset>
  )
}
