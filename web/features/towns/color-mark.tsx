import { type CollectionColor, collectionColors } from '#domain/collections.ts'

/** Draws the color of a calendar: a dot, or a line as tall as what stands beside it. Its name must be there as text. */
export function ColorMark({ color, className }: { color: CollectionColor; className: string }) {
  return (
    <svg viewBox="0 0 8 8" preserveAspectRatio="none" aria-hidden="true" className={className}>
      <rect width="8" height="8" rx="2" fill={collectionColors[color]} />
    </svg>
  )
}
