import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger'
export type ButtonSize = 'small' | 'medium' | 'large'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Shows a spinner and disables the button. The caller changes the label: "Creating..." */
    working?: boolean
  }

export function Button({ variant, size, working = false, className, children, disabled, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      disabled={disabled || working}
      aria-busy={working || undefined}
      className={classes(buttonClasses({ variant, size }), className)}
      {...rest}
    >
      {working && <Spinner />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link className={classes(buttonClasses({ variant, size }), className)} {...rest} />
}

export function buttonClasses({ variant = 'primary', size = 'medium' }: ButtonStyle = {}): string {
  return classes(base, variants[variant], sizes[size])
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg font-semibold text-center no-underline select-none ' +
  'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55'

const variants: Record<ButtonVariant, string> = {
  primary: 'on-bell bg-bell text-bell-ink hover:bg-bell-hover shadow-card',
  secondary: 'border border-line-strong bg-card text-ink hover:bg-sunk',
  quiet: 'text-ink hover:bg-sunk',
  quietDanger: 'text-danger hover:bg-danger-soft',
  danger: 'bg-danger-solid text-white hover:brightness-90 shadow-card',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1.5 text-sm max-sm:min-h-11',
  medium: 'min-h-11 px-4 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
}
