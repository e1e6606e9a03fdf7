import { CalendarDays, Clock, ExternalLink, MapPin, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { eventLink, mapLink } from '#domain/event-place.ts'
import { beginWords, ownTimeWords, whenWords } from '#domain/event-words.ts'
import { takesPlace } from '#domain/statuses.ts'
import { eventLinkTexts } from '#domain/texts/event-link.ts'
import { defaultViewQuery, viewHref } from '#domain/views.ts'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { EventImage } from '#web/features/calendar-view/event-image.tsx'
import { EventLink } from '#web/features/calendar-view/event-link.tsx'
import { LinkedText } from '#web/features/calendar-view/linked-text.tsx'
import { StatusBadge } from '#web/features/calendar-view/status-badge.tsx'
import { viewTexts } from '#web/features/calendar-view/texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import { useViewerZone, ViewerZone } from '#web/ui/viewer-zone.tsx'
import type { ShownEvent } from './event-page.ts'
import { eventPageTexts } from './texts.ts'

interface EventScreenProps {
  shown: ShownEvent
  /** The path of its calendar, which differs for members and visitors. */
  calendarPath: string
  /** The image's `src`, for members of a private calendar. */
  imageSrc?: string | undefined
  /** Links that add the event to a calendar app. */
  actions: ReactNode
  /** Share. */
  share?: ReactNode
}

/** Shows all details of one event. */
export function EventScreen({ shown, calendarPath, actions, share, ...image }: EventScreenProps) {
  const { calendar, event, repeats } = shown
  const zone = calendar.time_zone
  const { status } = event
  return (
    <Page width="text">
      <p className="mb-4" data-print="no">
        <Link to={calendarPath + dayHref(event.event_date)} className="inline-flex min-h-6 items-center gap-1.5 link">
          <CalendarDays aria-hidden="true" className="size-4.5" />
          {eventPageTexts.calendar(calendar.name)}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <CategoryBadge category={event.category} />
      </div>
      <h1 className={classes('mt-3 text-4xl wrap-anywhere sm:text-5xl', !takesPlace(status) && 'line-through')}>
        {event.title}
      </h1>
      {(status === 'cancelled' || status === 'postponed') && (
        <div className="mt-5">
          <Banner variant="warning" title={eventPageTexts.off[status]} />
        </div>
      )}

      {event.image && (
        <div className="mt-6">
          <EventImage
            event={event}
            calendarId={calendar.id}
            variant="across"
            {...('imageSrc' in image ? { src: image.imageSrc } : {})}
          />
        </div>
      )}

      <Card className="mt-6 grid gap-5 p-5 sm:p-6">
        <Fact icon={<Clock aria-hidden="true" className="size-5" />} name={eventPageTexts.when}>
          <ViewerZone>
            <When event={event} zone={zone} />
          </ViewerZone>
        </Fact>
        {repeats && (
          <Fact icon={<Repeat aria-hidden="true" className="size-5" />} name={eventPageTexts.repeats}>
            {repeats}
          </Fact>
        )}
        <Where event={event} calendar={calendar} />
        {eventLink(event) && (
          <Fact icon={<ExternalLink aria-hidden="true" className="size-5" />} name={eventLinkTexts.label}>
            <EventLink event={event} />
          </Fact>
        )}
      </Card>
      {share && (
        <div className="mt-4" data-print="no">
          {share}
        </div>
      )}

      {event.description && (
        <section className="mt-8">
          <h2 className="text-2xl">{eventPageTexts.about}</h2>
          <p className="mt-2 text-lg whitespace-pre-line wrap-anywhere">
            <LinkedText>{event.description}</LinkedText>
          </p>
        </section>
      )}

      <section className="mt-8" data-print="no">
        <h2 className="text-2xl">{eventPageTexts.add}</h2>
        {actions}
        {calendar.allow_guest_users && !calendar.disabled && (
          <p className="mt-5 text-muted">
            <Link to={`/calendar/${calendar.id}`} className="link">
              {calendar.name}
            </Link>
            {`: ${eventPageTexts.follow}`}
          </p>
        )}
      </section>
    </Page>
  )
}

function dayHref(date: string): string {
  return viewHref({ ...defaultViewQuery, date })
}

function When({ event, zone }: { event: ShownEvent['event']; zone: string }) {
  const own = useViewerZone()
  const ownWords = own === null ? null : ownTimeWords(event, zone, own)
  const before = event.previous_start_time
  return (
    <>
      <time
        dateTime={event.all_day ? event.event_date : event.start_time}
        className="inline-block first-letter:uppercase"
      >
        {whenWords(event, zone)}
      </time>
      {/* Reserves its lines, because the reader's zone is known only after hydration. */}
      <span className="block min-h-[1lh] text-base text-muted max-sm:-mb-3 max-sm:min-h-[2lh]">
        {ownWords && viewTexts.yourTime(ownWords)}
      </span>
      {before && (
        <span className="block text-base text-muted">{eventPageTexts.moved(beginWords(before, event, zone))}</span>
      )}
    </>
  )
}

function Where({ event, calendar }: Pick<ShownEvent, 'event' | 'calendar'>) {
  const { location, location_name } = event
  if (!location && !location_name) return null
  const map = mapLink(event, calendar)
  return (
    <Fact icon={<MapPin aria-hidden="true" className="size-5" />} name={eventPageTexts.where}>
      {location_name && <span className="block wrap-anywhere">{location_name}</span>}
      {location && <span className="block wrap-anywhere">{location}</span>}
      {map && <Outward href={map}>{eventPageTexts.map}</Outward>}
    </Fact>
  )
}

function Outward({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      data-print="no"
      className="inline-flex min-h-6 items-center text-base link"
    >
      {children}
    </a>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <span className="mt-1 text-muted">{icon}</span>
      <div className="min-w-0">
        <h2 className="font-sans text-sm font-semibold text-muted">{name}</h2>
        <div className="text-lg">{children}</div>
      </div>
    </div>
  )
}
