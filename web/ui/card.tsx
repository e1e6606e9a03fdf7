import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={classes(
        'rounded-xl border border-line bg-card shadow-card print:border-0 print:p-0 print:shadow-none',
        className,
      )}
      {...rest}
    />
  )
}
