import { imagePath, readImageName } from '#domain/event-images.ts'
import { classes } from '#web/ui/classes.ts'

interface EventImageProps {
  event: { image: string | null; image_alt: string | null }
  calendarId: string
  /** Where it is, when not at its address; undefined while it is on its way. */
  src?: string | undefined
  /** How much of the page it takes: beside a line of a list, or across it. */
  variant: 'beside' | 'across'
}

/** The picture of an event, if it has one. Its room is kept before it is there. */
export function EventImage({ event, calendarId, variant, ...rest }: EventImageProps) {
  const size = event.image === null ? null : readImageName(event.image)
  if (event.image === null || !size) return null
  const src = 'src' in rest ? (rest.src ?? blank(size)) : imagePath(calendarId, event.image)
  const { width, height } = size
  return (
    <img
      src={src}
      alt={event.image_alt ?? ''}
      width={width}
      height={height}
      loading={variant === 'beside' ? 'lazy' : undefined}
      decoding="async"
      className={classes('bg-sunk text-sm text-muted', variants[variant])}
    />
  )
}

const variants = {
  beside: 'float-right mb-2 ml-4 size-20 rounded-lg object-cover sm:size-28',
  across: 'h-auto max-h-128 w-full rounded-xl object-contain',
} as const

/** Nothing, of the same shape. */
function blank({ width, height }: { width: number; height: number }): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'/%3E`
}
