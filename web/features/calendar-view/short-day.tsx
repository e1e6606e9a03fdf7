import { tileWords } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { classes } from '#web/ui/classes.ts'

/** The date over the weekday and the month. Is hidden from screen readers: the caller also says the day. */
export function ShortDay({ day, className }: { day: Day; className?: string }) {
  const { month, date, weekday } = tileWords(day)
  return (
    <span aria-hidden="true" className={classes('block text-center font-normal text-muted', className)}>
      <span className="block font-display text-2xl leading-7 font-semibold text-ink">{date}</span>
      <span className="block text-sm first-letter:uppercase">{weekday}</span>
      <span className="block text-xs first-letter:uppercase">{month}</span>
    </span>
  )
}
