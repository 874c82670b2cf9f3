import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'

const LOOKS = {
  primary: 'bg-accent-ground text-accent-ink hover:brightness-110 disabled:bg-hover disabled:text-muted',
  plain: 'border border-line bg-raised hover:bg-hover disabled:text-muted',
  quiet: 'text-muted hover:bg-hover hover:text-ink disabled:opacity-50',
  danger: 'border border-line text-danger hover:bg-danger-soft',
} as const

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof LOOKS
  readonly icon?: IconName
}

export function Button({ look = 'plain', icon, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3 font-medium text-sm transition-colors ${LOOKS[look]} ${className}`}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  readonly icon: IconName
  /** For those who can't see the sign, and for those who don't know it. */
  readonly label: string
}

export function IconButton({ icon, label, look = 'quiet', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg transition-colors ${LOOKS[look]} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
