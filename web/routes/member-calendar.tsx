import { memo, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router'
import { type Day, dayInZone } from '#domain/dates.ts'
import { proposedDay } from '#domain/proposed-day.ts'
import { canAddEvent, canEditDetails, canManageRecipients, type Membership } from '#domain/roles.ts'
import { dayOfView, parseViewQuery } from '#domain/views.ts'
import { MemberCalendarSkeleton } from '#web/features/calendar-frame/member-calendar-skeleton.tsx'
import { useRedirectIfUnavailable } from '#web/features/calendar-frame/use-redirect-if-unavailable.ts'
import { type MemberCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { NEW_EVENT, useOpenFromHeader } from '#web/features/calendars/new-event-form.ts'
import { useMemberCalendar } from '#web/features/calendars/queries.ts'
import { memberCalendarHead, titleOf } from '#web/features/calendars/texts.ts'
import { CalendarViews } from '#web/features/event-day/calendar-views.tsx'
import type { OpenEvent } from '#web/features/event-day/event-dialogs.tsx'
import { useWaitingEvents } from '#web/features/events/queries.ts'
import { AddToCalendar } from '#web/features/feeds/add-to-calendar.tsx'
import { loadDialogs } from '#web/features/feeds/load-dialogs.ts'
import { WaitingNotices } from '#web/features/notices/waiting-notices.tsx'
import type { Person } from '#web/features/sign-in/signed-in-only.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { usePageHead } from '#web/ui/use-page-head.ts'
import type { Route } from './+types/member-calendar.ts'
import type { Tool } from './calendar-menu.tsx'
import { CalendarTools } from './calendar-tools.tsx'

const CalendarDescription = lazyExport(
  () => import('#web/features/calendar-frame/calendar-description.tsx'),
  'CalendarDescription',
)
const CalendarChecklist = lazyExport(() => import('./calendar-checklist.tsx'), 'CalendarChecklist')
const AddEventDialog = lazyExport(() => import('#web/features/event-form/add-event-dialog.tsx'), 'AddEventDialog')
const EditEventDialog = lazyExport(() => import('#web/features/event-form/edit-event-dialog.tsx'), 'EditEventDialog')
const EventDialogs = lazyExport(() => import('#web/features/event-day/event-dialogs.tsx'), 'EventDialogs')
const FeedDialogs = lazyExport(loadDialogs, 'FeedDialogs')
const PrivateFeed = lazyExport(() => import('#web/features/feeds/private-feed.tsx'), 'PrivateFeed')
const NextActions = lazyExport(() => import('./next-actions.tsx'), 'NextActions')
const NextStrip = lazyExport(() => import('#web/features/calendar-frame/next-strip.tsx'), 'NextStrip')
const HistoryDialog = lazyExport(() => import('#web/features/history/history-dialog.tsx'), 'HistoryDialog')
const ImportEventsDialog = lazyExport(
  () => import('#web/features/event-import/import-events-dialog.tsx'),
  'ImportEventsDialog',
)
const BulkDialog = lazyExport(() => import('#web/features/many-events/bulk-dialog.tsx'), 'BulkDialog')
const NotifySwitches = lazyExport(() => import('#web/features/mailings/notify-switches.tsx'), 'NotifySwitches')
const LeaveDialog = lazyExport(() => import('#web/features/members/leave-dialog.tsx'), 'LeaveDialog')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

export default function MemberCalendarRoute() {
  const { id = '' } = useParams()
  const person = useOutletContext<Person>()
  const { data: calendar, error } = useMemberCalendar(id, person.id)
  useRedirectIfUnavailable(calendar, error)
  if (!calendar) return <MemberCalendarSkeleton />
  return <Screen key={calendar.id} calendar={calendar} person={person} />
}

type Open =
  | { what: 'add'; day: Day; times?: { startTime: string; endTime: string } | undefined }
  | OpenEvent
  | { what: Tool }
  | null

function Screen({ calendar, person }: { calendar: MemberCalendar; person: Person }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const membership = useMemo(() => membershipIn(calendar, person.id), [calendar, person.id])
  usePageHead({ title: titleOf(calendar.name), description: memberCalendarHead.description })
  useNewEventForm(membership, calendar.time_zone, (day) => setOpen({ what: 'add', day }))
  const openEvent = open && 'event' in open ? open : null
  const feed = open?.what === 'share' || open?.what === 'subscribe' || open?.what === 'embed' ? open.what : null

  return (
    <>
      <CalendarPage calendar={calendar} membership={membership} onOpen={setOpen} />
      <MountOnOpen open={open?.what === 'add' || open?.what === 'duplicate'}>
        <AddEventDialog
          day={open?.what === 'add' ? open.day : null}
          times={open?.what === 'add' ? open.times : undefined}
          source={open?.what === 'duplicate' ? open.event : null}
          calendar={calendar}
          userId={person.id}
          onClose={close}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'edit'}>
        <EditEventDialog
          event={open?.what === 'edit' ? open.event : null}
          calendar={calendar}
          membership={membership}
          onClose={close}
        />
      </MountOnOpen>
      <MountOnOpen open={openEvent !== null}>
        <EventDialogs
          open={openEvent}
          calendar={calendar}
          membership={membership}
          onAct={(what, event) => setOpen({ what, event })}
          onClose={close}
          onPopoverClose={() => setOpen((now) => (now?.what === 'event' ? null : now))}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'history'}>
        <HistoryDialog calendar={open?.what === 'history' ? calendar : null} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'import'}>
        <ImportEventsDialog
          calendar={open?.what === 'import' ? calendar : null}
          canConnect={canEditDetails(membership)}
          onClose={close}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'several'}>
        <BulkDialog calendar={open?.what === 'several' ? calendar : null} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'leave'}>
        <LeaveDialog
          calendar={open?.what === 'leave' ? calendar : null}
          userId={person.id}
          onClose={close}
          onLeft={() => navigate('/dashboard')}
        />
      </MountOnOpen>
      <MountOnOpen open={feed !== null}>
        <FeedDialogs calendar={calendar} page={{ calendar }} open={feed} onClose={close}>
          <PrivateFeed calendar={calendar} />
        </FeedDialogs>
      </MountOnOpen>
    </>
  )
}

/** Says what leaves next; the bar of what waits names the hour. */
function Strip({ calendar }: { calendar: MemberCalendar }) {
  const isWaiting = useWaitingEvents(calendar.id).length > 0
  return (
    <NextStrip
      {...{ calendar, isWaiting }}
      actions={(isPaused) => (
        <Suspense>
          <NextActions {...{ calendar, isPaused }} />
        </Suspense>
      )}
    />
  )
}

/** Opens the form on the day that the URL shows, when the header asks for it, or the URL, which then gets rid of that. */
function useNewEventForm(membership: Membership, zone: string, onAdd: (day: Day) => void) {
  const [search, setSearch] = useSearchParams()
  const isAsked = search.has(NEW_EVENT)
  const add = () => {
    const today = dayInZone(Date.now(), zone)
    const query = parseViewQuery(search)
    const shown = dayOfView(query, today)
    const isChosen = shown > today || query.date === today
    if (canAddEvent(membership)) onAdd(isChosen ? shown : proposedDay(new Date(), zone))
  }
  useOpenFromHeader(add)
  const addAsked = useEffectEvent(add)
  useEffect(() => {
    if (!isAsked) return
    addAsked()
    const rest = new URLSearchParams(search)
    rest.delete(NEW_EVENT)
    setSearch(rest, { replace: true, preventScrollReset: true })
  }, [isAsked, search, setSearch])
}

interface CalendarPageProps {
  calendar: MemberCalendar
  membership: Membership
  onOpen: (open: Open) => void
}

/** Memoized, so that opening a dialog does not rerender it. */
const CalendarPage = memo(({ calendar, membership, onOpen }: CalendarPageProps) => {
  return (
    <>
      {canManageRecipients(membership) && (
        <div className="border-b border-line bg-bell-soft" data-print="no">
          <div className="mx-auto flex min-h-11 max-w-[100rem] flex-col justify-center px-4 sm:min-h-10 sm:px-6">
            <Suspense>
              <Strip calendar={calendar} />
            </Suspense>
          </div>
        </div>
      )}
      <div className="mx-auto max-w-[100rem] px-4 pt-2 pb-5 sm:px-6">
        <h1 className="sr-only print:not-sr-only">{calendar.name}</h1>
        <CalendarViews
          calendar={calendar}
          membership={membership}
          onAdd={(day, times) => onOpen({ what: 'add', day, times })}
          onAct={(what, event, target) => onOpen({ what, event, target })}
          onOpen={(event, anchor) => onOpen({ what: 'event', event, anchor })}
          tools={<CalendarTools {...{ calendar, membership }} onOpen={(what) => onOpen({ what })} />}
          below={
            <div className="mt-6 space-y-6">
              {/* All at once, so that none moves another. */}
              <Suspense>
                <CalendarDescription calendar={calendar} editable={canEditDetails(membership)} />
                <div className="space-y-6" data-print="no">
                  <NotifySwitches calendarId={calendar.id} />
                  {/* Last, because it reads more than the rest. */}
                  {canManageRecipients(membership) && (
                    <CalendarChecklist calendarId={calendar.id} userId={membership.userId ?? ''} />
                  )}
                </div>
              </Suspense>
            </div>
          }
          eventAction={(event) => <AddToCalendar calendar={calendar} event={event} />}
        />
        {/* At the end, where they move nothing, and in view. Row-level security shows notices only to admins and to the person who made the change. */}
        <WaitingNotices calendar={calendar} />
      </div>
    </>
  )
})
