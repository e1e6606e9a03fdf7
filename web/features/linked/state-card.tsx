import { CircleCheck, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mapSearch, placeLink } from '#domain/event-place.ts'
import { daysOf, whenWords } from '#domain/event-words.ts'
import type { LinkedCalendar, LinkedEvent } from '#domain/linked.ts'
import { DateTile } from '#web/features/calendar-view/date-tile.tsx'
import { eventTexts } from '#web/features/calendar-view/texts.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import { linkedTexts } from './texts.ts'

/** A page with one message, which screen readers announce when it changes. */
export function StateCard({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <Page width="narrow">
      <Card className="px-5 py-12 text-center sm:px-10">
        <div aria-live="polite">
          {/* The same height in every state, so that nothing moves. */}
          {icon && <div className="grid h-14 place-items-center">{icon}</div>}
          <h1 className={icon ? 'mt-5 text-3xl max-sm:min-h-[2lh]' : 'text-3xl'}>{title}</h1>
          <div className="mt-3 text-lg text-muted">{children}</div>
        </div>
      </Card>
    </Page>
  )
}

interface AnsweredCardProps {
  state: { title: string; body?: ReactNode }
  subject: { path: string; label: string } | null
  event: LinkedEvent
  calendar: LinkedCalendar
  isYes: boolean
  addToCalendar: AddToCalendar
}

/** Offers calendar apps; the route knows how. */
export type AddToCalendar = (of: { event: LinkedEvent; calendar: LinkedCalendar }) => ReactNode

/** What somebody answered, and what they take home: the date, the way there, and an entry for their own calendar. */
export function AnsweredCard({ state, subject, event, calendar, isYes, addToCalendar }: AnsweredCardProps) {
  const { status } = event
  const isOff = status === 'cancelled' || status === 'postponed'
  const isGreen = isYes && !isOff
  const [first] = daysOf(event, calendar.time_zone)
  // The link knows no coordinates or city, so only an address is looked up.
  const map = event.location && !placeLink(event) ? mapSearch(event.location) : null
  return (
    <Card className="overflow-hidden">
      <div className={classes('flex items-center gap-4 p-5 sm:px-8 sm:py-6', isGreen ? 'bg-ok-soft' : 'bg-sunk')}>
        {isGreen && <CircleCheck aria-hidden="true" className="size-12 shrink-0 text-ok" />}
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere">{isOff ? eventTexts.off[status] : state.title}</h1>
          {!isOff && state.body && <p className="mt-1 wrap-anywhere">{state.body}</p>}
        </div>
      </div>
      <div className="space-y-5 p-5 sm:p-8">
        <div className="flex gap-4">
          <DateTile day={first} size="large" />
          <div className="min-w-0 wrap-anywhere">
            <h2 className="text-2xl">{event.title}</h2>
            <p className="mt-1 font-semibold first-letter:uppercase">{whenWords(event, calendar.time_zone)}</p>
            {event.location_name && <p className="text-muted">{event.location_name}</p>}
            {event.location && <p className="text-muted">{event.location}</p>}
          </div>
        </div>
        {isGreen && (
          <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
            {addToCalendar({ event, calendar })}
            {map && (
              <a
                href={map}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className={buttonClasses({ variant: 'secondary' })}
              >
                <Route aria-hidden="true" className="size-5" />
                {eventTexts.directions}
              </a>
            )}
          </div>
        )}
        {isGreen && <p className="text-muted">{linkedTexts.taken}</p>}
        {subject && (
          <Link to={subject.path} className="inline-flex min-h-11 items-center link">
            {subject.label}
          </Link>
        )}
      </div>
    </Card>
  )
}
