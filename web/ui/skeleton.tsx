import { classes } from './classes.ts'

/** Holds the place of what is still coming, so that nothing jumps when it does. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-md bg-line', className)} />
}

/** Of a list that is still coming; says so to those who cannot see it. */
export function ListSkeleton({ says, className }: { says: string; className?: string }) {
  return (
    <div role="status" className={classes('space-y-2', className)}>
      <span className="sr-only">{says}</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  )
}
