import { eventLink, linkWords } from '#domain/event-place.ts'
import { classes } from '#web/ui/classes.ts'

interface EventLinkProps {
  event: Parameters<typeof eventLink>[0]
  className?: string
}

/** The website or meeting link of an event. People write it, so search engines must not follow it. */
export function EventLink({ event, className }: EventLinkProps) {
  const href = eventLink(event)
  if (!href) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={classes('inline-flex min-h-6 items-center wrap-anywhere link', className)}
    >
      {linkWords(href)}
    </a>
  )
}
