import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const variants = {
  plain: 'bg-sunk text-ink',
  bell: 'bg-bell-soft text-ink',
  danger: 'bg-danger-soft text-danger',
  ok: 'bg-ok-soft text-ok',
}

export function Badge({ variant = 'plain', children }: { variant?: keyof typeof variants; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        variants[variant],
      )}
    >
      {children}
    </span>
  )
}
