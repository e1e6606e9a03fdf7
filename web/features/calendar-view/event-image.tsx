import { imagePath, readImageName } from '#domain/event-images.ts'
import { classes } from '#web/ui/classes.ts'

interface EventImageProps {
  event: { image: string | null; image_alt: string | null }
  calendarId: string
  /** Replaces the public URL; undefined while the image loads. */
  src?: string | undefined
  /** Floats beside the text, or fills the width. */
  variant: 'beside' | 'across'
}

/** Shows the image of an event, if it has one, and reserves its space while it loads. */
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

/** Returns an empty image of the same shape. */
function blank({ width, height }: { width: number; height: number }): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'/%3E`
}
