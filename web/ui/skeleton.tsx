import { classes } from './classes.ts'

/** Reserves the space of content that loads, so that nothing jumps when it arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-md bg-line', className)} />
}

/** Reserves the space of a list that loads. Screen readers hear the label. */
export function ListSkeleton({ label, row = 'h-10', className }: { label: string; row?: string; className?: string }) {
  return (
    <div role="status" className={classes('space-y-2', className)}>
      <span className="sr-only">{label}</span>
      <Skeleton className={row} />
      <Skeleton className={row} />
      <Skeleton className={row} />
    </div>
  )
}
