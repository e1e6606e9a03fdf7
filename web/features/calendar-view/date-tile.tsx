import { tileWords } from '#domain/date-words.ts'
import { classes } from '#web/ui/classes.ts'

const sizes = {
  medium: { tile: 'w-14', month: 'py-0.5 text-xs', date: 'pt-1 text-2xl', weekday: 'pb-1 text-xs' },
  large: {
    tile: 'w-14 sm:w-21',
    month: 'py-0.5 text-xs sm:py-1 sm:text-sm',
    date: 'pt-1 text-2xl sm:text-4xl',
    weekday: 'pb-1 text-xs sm:text-sm',
  },
}

/** A day as a leaf of a calendar. Hidden from screen readers: the caller says the date in words. */
export function DateTile({ day, size = 'medium' }: { day: string; size?: keyof typeof sizes }) {
  const { month, date, weekday } = tileWords(day)
  const look = sizes[size]
  return (
    <span
      aria-hidden="true"
      className={classes(
        'block shrink-0 self-start overflow-hidden rounded-lg border border-line bg-card text-center leading-tight',
        look.tile,
      )}
    >
      <span className={classes('block bg-bell font-semibold text-bell-ink first-letter:uppercase', look.month)}>
        {month}
      </span>
      <span className={classes('block font-display leading-none font-semibold', look.date)}>{date}</span>
      <span className={classes('block text-muted first-letter:uppercase', look.weekday)}>{weekday}</span>
    </span>
  )
}
