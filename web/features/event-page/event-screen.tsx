import { ArrowLeft, Clock, ExternalLink, Handshake, MapPin, Repeat } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { shortDay } from '#domain/date-words.ts'
import type { Cover } from '#domain/event-cover.ts'
import { eventPath } from '#domain/event-path.ts'
import { eventLink, mapLink } from '#domain/event-place.ts'
import { beginWords, dayAndHours, ownTimeWords } from '#domain/event-words.ts'
import { mailtoLink } from '#domain/mailto-link.ts'
import { takesPlace } from '#domain/statuses.ts'
import { eventLinkTexts } from '#domain/texts/event-link.ts'
import { defaultViewQuery, viewHref } from '#domain/views.ts'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { DateTile } from '#web/features/calendar-view/date-tile.tsx'
import { EventImage } from '#web/features/calendar-view/event-image.tsx'
import { EventLink } from '#web/features/calendar-view/event-link.tsx'
import { LinkedText } from '#web/features/calendar-view/linked-text.tsx'
import { StatusBadge, StatusReason } from '#web/features/calendar-view/status-badge.tsx'
import { eventTexts, viewTexts } from '#web/features/calendar-view/texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { Page } from '#web/ui/page.tsx'
import { useViewerZone, ViewerZone } from '#web/ui/viewer-zone.tsx'
import { EventMap } from './event-map.tsx'
import type { AlertUpdate, PageCohost, ShownEvent } from './event-page.ts'
import { eventPageTexts } from './texts.ts'

/** What followed an alert, newest first, and before what it said at first. */
function Updates({ updates, zone }: { updates: AlertUpdate[]; zone: string }) {
  return (
    <section aria-labelledby="alert-updates" className="mt-5 max-w-[42rem]">
      <h2 id="alert-updates" className="mb-3 text-xl">
        {eventPageTexts.updates}
      </h2>
      <ol className="space-y-4">
        {updates.map(({ id, kind, message, created_at }) => (
          <li key={id} className={classes('border-l-4 pl-4', kind === 'all_clear' ? 'border-ok' : 'border-alert')}>
            <p className="text-sm text-muted">
              <strong className={kind === 'all_clear' ? 'text-ok' : 'text-alert'}>
                {eventPageTexts.updateKinds[kind]}
              </strong>{' '}
              {beginWords(created_at, { all_day: false }, zone)}
            </p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              <LinkedText>{message}</LinkedText>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface EventScreenProps {
  shown: ShownEvent
  /** The path of its calendar, which differs for members and visitors. */
  calendarPath: string
  /** The image's `src`, for members of a private calendar. */
  imageSrc?: string | undefined
  /** Drawn where there is no image. */
  cover: Cover | null
  /** What its organizers can do with it. */
  tools?: ReactNode
  share?: ReactNode
  /** Adds the event to a calendar app. */
  actions: ReactNode
  /** Asks who comes. */
  rsvp?: ReactNode
  /** Asks for help and things. */
  slots?: ReactNode
  /** Asks to follow the calendar, beside the event. */
  follow?: ReactNode
  /** Asks the same in the bar of a phone, which has no room for both. */
  followButton?: ReactNode
}

/** Shows all details of one event. */
export function EventScreen(props: EventScreenProps) {
  const { shown, calendarPath, cover, tools, share, actions, rsvp, slots, follow, followButton, ...image } = props
  const { calendar, event, repeats, next, cohosts, updates } = shown
  const zone = calendar.time_zone
  const { status } = event
  const map = mapLink(event, calendar)
  return (
    <Page width="full" className="pt-4! sm:pt-6!">
      <p className="mb-3 flex items-baseline gap-2" data-print="no">
        <Link to={calendarPath + dayHref(event.event_date)} className="inline-flex min-h-8 items-center gap-2 link">
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {calendar.name}
        </Link>
        <span className="text-[0.9375rem] text-muted max-sm:hidden">{`${calendar.city}, ${calendar.state}`}</span>
      </p>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          {cover && (
            <div className="@container mb-6 max-sm:-mx-4" data-print="no">
              <img
                src={`/street.svg#${cover.scene}`}
                alt=""
                className="cover max-sm:rounded-none"
                data-sky={cover.sky}
                data-night={cover.isNight}
                data-category={event.category}
              />
            </div>
          )}
          {event.image && (
            <div className="mb-6">
              <EventImage
                event={event}
                calendarId={calendar.id}
                variant="across"
                {...('imageSrc' in image ? { src: image.imageSrc } : {})}
              />
            </div>
          )}
          <div className="flex gap-4 sm:gap-6">
            <DateTile day={event.event_date} size="large" />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <StatusBadge status={status} />
                <CategoryBadge category={event.category} />
              </div>
              <h1
                className={classes(
                  'mt-1.5 text-[1.75rem] wrap-anywhere sm:text-[2.375rem]',
                  !takesPlace(status) && 'line-through',
                )}
              >
                {event.title}
              </h1>
              <StatusReason event={event} />
            </div>
          </div>
          {(status === 'cancelled' || status === 'postponed') && (
            <div className="mt-5">
              <Banner variant="danger" title={eventTexts.off[status]} />
            </div>
          )}
          {event.previous_start_time && (
            <div className="mt-5">
              <Banner title={eventPageTexts.moved(beginWords(event.previous_start_time, event, zone))} />
            </div>
          )}

          {updates.length > 0 && <Updates updates={updates} zone={zone} />}
          <div className="mt-6 grid gap-x-5 gap-y-7 sm:grid-cols-2">
            <Fact icon={<Clock aria-hidden="true" className="size-5" />} name={eventPageTexts.when}>
              <ViewerZone>
                <When event={event} zone={zone} />
              </ViewerZone>
            </Fact>
            <Where event={event} />
            {repeats && (
              <Fact icon={<Repeat aria-hidden="true" className="size-5" />} name={eventPageTexts.repeats}>
                {repeats}
              </Fact>
            )}
            {cohosts.length > 0 && (
              <Fact icon={<Handshake aria-hidden="true" className="size-5" />} name={eventPageTexts.together}>
                <Cohosts cohosts={cohosts} asksHere={shown.rsvp !== null || shown.slots.length > 0} />
              </Fact>
            )}
            {eventLink(event) && (
              <Fact icon={<ExternalLink aria-hidden="true" className="size-5" />} name={eventLinkTexts.label}>
                <EventLink event={event} />
              </Fact>
            )}
          </div>

          <div data-print="no" className="mt-8 flex flex-wrap gap-3 max-sm:*:flex-1">
            {share && (
              <div
                data-bottom-bar={followButton ? true : undefined}
                className={followButton ? 'max-sm:flex max-sm:gap-2 max-sm:*:flex-1 sm:contents' : 'contents'}
              >
                {followButton && <span className="contents sm:hidden">{followButton}</span>}
                {share}
              </div>
            )}
            {actions}
            {map && (
              <a
                href={map}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className={buttonClasses({ variant: 'secondary' })}
              >
                <SheetIcon name="directions" className="size-5" />
                {eventTexts.directions}
              </a>
            )}
          </div>

          {map && <EventMap event={event} href={map} />}

          {event.description && (
            <section className="mt-8">
              <h2 className="sr-only">{eventPageTexts.about}</h2>
              <p className="max-w-[42rem] text-lg whitespace-pre-line wrap-anywhere">
                <LinkedText>{event.description}</LinkedText>
              </p>
            </section>
          )}
          <p className="mt-6 text-[0.9375rem] text-muted" data-print="no">
            {eventPageTexts.organizer(calendar.name)}
            {calendar.admin_email && (
              <>
                {' · '}
                <a href={mailtoLink(calendar.admin_email)} className="link">
                  {eventPageTexts.writeTo}
                </a>
              </>
            )}
          </p>
          {next.length > 0 && (
            <p className="mt-1 text-[0.9375rem] text-muted">
              {`${eventPageTexts.next} `}
              {next.map(({ id, event_date }, place) => (
                <Fragment key={id}>
                  {place > 0 && ', '}
                  <Link to={`${calendarPath}/events/${id}`} className="link">
                    {shortDay(event_date)}
                  </Link>
                </Fragment>
              ))}
            </p>
          )}
        </div>
        {(tools || rsvp || slots || follow) && (
          <div className="space-y-5 self-start">
            {tools}
            {rsvp}
            {slots}
            {follow && <div className="max-sm:hidden">{follow}</div>}
          </div>
        )}
      </div>
    </Page>
  )
}

/** Names the other calendars, and says where to answer if that is not here. */
function Cohosts({ cohosts, asksHere }: { cohosts: PageCohost[]; asksHere: boolean }) {
  return cohosts.map(({ calendar_id: id, calendar_name, event_id, is_listed, asks }, place) => (
    <Fragment key={id}>
      {place > 0 ? ', ' : `${eventPageTexts.together} `}
      {is_listed ? (
        <Link to={eventPath({ id }, event_id)} className="link">
          {calendar_name}
          {asks && !asksHere && ` (${eventPageTexts.answerThere})`}
        </Link>
      ) : (
        calendar_name
      )}
    </Fragment>
  ))
}

function dayHref(date: string): string {
  return viewHref({ ...defaultViewQuery, date })
}

function When({ event, zone }: { event: ShownEvent['event']; zone: string }) {
  const own = useViewerZone()
  const ownWords = own === null ? null : ownTimeWords(event, zone, own)
  const [day, hours] = dayAndHours(event, zone)
  return (
    <div className="relative">
      <time dateTime={event.all_day ? event.event_date : event.start_time}>
        <span className="block font-semibold first-letter:uppercase">{day}</span>
        <span className="block text-muted first-letter:uppercase">{hours}</span>
      </time>
      {/* In the gap to what follows: the reader's zone is known only after hydration, and nothing may move then. */}
      {ownWords && <span className="absolute top-full text-sm text-muted">{viewTexts.yourTime(ownWords)}</span>}
    </div>
  )
}

function Where({ event }: Pick<ShownEvent, 'event'>) {
  const { location, location_name } = event
  if (!location && !location_name) return null
  return (
    <Fact icon={<MapPin aria-hidden="true" className="size-5" />} name={eventPageTexts.where}>
      {location_name && <span className="block font-semibold wrap-anywhere">{location_name}</span>}
      {location && (
        <span className={classes('block wrap-anywhere', location_name ? 'text-muted' : 'font-semibold')}>
          {location}
        </span>
      )}
    </Fact>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <span className="mt-1 text-muted">{icon}</span>
      <div className="min-w-0">
        <h2 className="sr-only">{name}</h2>
        <div className="sm:text-lg">{children}</div>
      </div>
    </div>
  )
}
