import { CalendarDays, CalendarPlus, Clock, Info, MapPin, Megaphone, TriangleAlert } from 'lucide-react'

// Icons that stand beside every event of a list are drawn once a page and pointed at: a month had 60 kB of them.
const sheet = {
  'calendar-days': CalendarDays,
  'calendar-plus': CalendarPlus,
  clock: Clock,
  info: Info,
  'map-pin': MapPin,
  megaphone: Megaphone,
  'triangle-alert': TriangleAlert,
} as const

export type SheetIconName = keyof typeof sheet

/** Once, in the layout. */
export function IconSheet() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(sheet).map(([name, Icon]) => (
        <Icon key={name} id={`icon-${name}`} />
      ))}
    </svg>
  )
}

/** Says nothing to screen readers: the words are beside it. */
export function SheetIcon({ name, className }: { name: SheetIconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}
