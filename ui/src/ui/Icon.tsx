const PATHS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19.5 7',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4',
  again: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  down: 'M6 10l6 6 6-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  chip: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  gauge: 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 15.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  key: 'M14.5 13a4.5 4.5 0 1 0-4.3-3.2L4 16v4h4v-2h2v-2h2l1-1.3',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  attach: 'M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.8 17a1.7 1.7 0 0 1-2.4-2.4L15 7',
  tool: 'M14.5 6.5a4 4 0 0 1 5-2l-2.7 2.7 2 2L21.5 6.5a4 4 0 0 1-5.3 5L8 19.5a2.1 2.1 0 0 1-3-3l8-8.2a4 4 0 0 1 1.5-1.8z',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
} as const

export type IconName = keyof typeof PATHS

/** A sign beside a word, or in a button that has one for those who can't see it. */
export function Icon({ name, className = 'size-4' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
