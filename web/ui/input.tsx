import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const field =
  'block w-full rounded-lg border border-line-strong bg-card px-3 text-base text-ink placeholder:text-muted ' +
  'disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted aria-invalid:border-danger aria-invalid:border-2'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={classes(field, 'h-11', className)} {...rest} />
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={classes(field, 'py-2.5 leading-normal', className)} {...rest} />
}

/** A native select, which every phone shows in its own familiar way. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={classes(field, 'h-11 appearance-none pr-10', className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
