import { classes } from './classes.ts'

/** Holds the place of what is still coming, so that nothing jumps when it does. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-md bg-line', className)} />
}
