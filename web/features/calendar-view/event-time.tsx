import { ownTimeWords, type Timed, timeWords } from '#domain/event-words.ts'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { useViewerZone } from '#web/ui/viewer-zone.tsx'
import { viewTexts } from './texts.ts'

interface EventTimeProps {
  event: Timed & { start_time: string }
  zone: string
  /** Leaves out the icon, so that its lines flow around what floats. */
  isPlain?: boolean
  className?: string
}

/** Shows the time in the calendar's zone, and in the reader's own zone if that differs. */
export function EventTime({ event, zone, isPlain = false, className }: EventTimeProps) {
  const own = useViewerZone()
  const ownWords = own === null ? null : ownTimeWords(event, zone, own)
  return (
    <p className={classes(!isPlain && 'flex items-start gap-1.5', className)}>
      {!isPlain && <SheetIcon name="clock" className="mt-[0.2em] size-4 shrink-0 text-muted" />}
      <span>
        <time dateTime={event.start_time}>{timeWords(event, zone)}</time>
        {ownWords && (
          <span className="block text-sm font-normal text-muted sm:ml-2 sm:inline">{viewTexts.yourTime(ownWords)}</span>
        )}
      </span>
    </p>
  )
}
