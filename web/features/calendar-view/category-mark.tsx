import type { EventCategory } from '#domain/categories.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon, type SheetIconName } from '#web/ui/icon-sheet.tsx'

// A category shows as icon, word and color; where only a dot fits, as shape and color.

const variants: Record<
  EventCategory,
  { icon: SheetIconName; badge: string; dot: string; edge: string; shape: string }
> = {
  Event: {
    icon: 'calendar-days',
    badge: 'bg-event-soft text-event',
    dot: 'text-event',
    edge: 'border-event',
    shape: circle(),
  },
  Alert: {
    icon: 'triangle-alert',
    badge: 'bg-alert-soft text-alert',
    dot: 'text-alert',
    edge: 'border-alert',
    shape: 'M4 .5 7.8 7.5H.2Z',
  },
  Notice: {
    icon: 'megaphone',
    badge: 'bg-notice-soft text-notice',
    dot: 'text-notice',
    edge: 'border-notice',
    shape: 'M.8.8h6.4v6.4H.8Z',
  },
  FYI: { icon: 'info', badge: 'bg-fyi-soft text-fyi', dot: 'text-fyi', edge: 'border-fyi', shape: 'M4 0 8 4 4 8 0 4Z' },
}

export function CategoryBadge({ category }: { category: EventCategory }) {
  const { icon, badge } = variants[category]
  return (
    <span className={classes('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-semibold', badge)}>
      <SheetIcon name={icon} className="size-4" />
      {categoryNames[category]}
    </span>
  )
}

/** A dot and the word, for lists. */
export function CategoryName({ category }: { category: EventCategory }) {
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <CategoryDot category={category} className="size-2.5" />
      {categoryNames[category]}
    </span>
  )
}

/** The color of text that belongs to a category. */
export const inkOf = (category: EventCategory) => variants[category].dot

/** The color of an entry's edge. */
export const edgeOf = (category: EventCategory) => variants[category].edge

/** Is hidden from screen readers: the caller must also show the category as text. */
export function CategoryIcon({ category, className }: { category: EventCategory; className?: string }) {
  const { icon, dot } = variants[category]
  return <SheetIcon name={icon} className={classes(dot, className)} />
}

/** Is hidden from screen readers: the caller must also show the category as text. */
export function CategoryDot({ category, isOff = false, isPlain = false, className }: DotProps) {
  const { dot, shape } = variants[category]
  const drawn = isOff ? { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4 } : { fill: 'currentColor' }
  return (
    <svg viewBox="-1 -1 10 10" aria-hidden="true" className={classes('size-2 shrink-0', !isPlain && dot, className)}>
      <path d={shape} {...drawn} />
    </svg>
  )
}

interface DotProps {
  category: EventCategory
  /** Draws only the outline: the event does not take place. */
  isOff?: boolean
  /** Takes the colour of the text around it. */
  isPlain?: boolean
  className?: string
}

/** Draws one day's part of an event of several days; the parts of neighboring cells touch. */
export function CategoryBar({ category, isOff, isFirst, isLast }: DotProps & { isFirst: boolean; isLast: boolean }) {
  return (
    <span
      className={classes(
        'block h-1 w-full border-y border-current',
        variants[category].dot,
        !isOff && 'bg-current',
        isFirst && 'ml-auto w-1/2 rounded-l-full border-l',
        isLast && 'mr-auto w-1/2 rounded-r-full border-r',
      )}
    />
  )
}

function circle(): string {
  return 'M4 .2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6Z'
}
