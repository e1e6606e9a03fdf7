import { useState } from 'react'
import { Link } from 'react-router'
import { memberColumns } from '#domain/event-columns.ts'
import { canAddEvent, canChangeEvent } from '#domain/roles.ts'
import { eventKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { type MemberCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { DeliveryLine, EventActions } from '#web/features/event-day/event-actions.tsx'
import { EventDialogs, type OpenEvent } from '#web/features/event-day/event-dialogs.tsx'
import { togetherTexts } from '#web/features/event-day/together-texts.ts'
import { eventPageTexts } from '#web/features/event-page/texts.ts'
import type { CalendarEvent } from '#web/features/events/event.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { MessageGuests } from '#web/features/linked/message-guests.tsx'
import { WaitingNotices } from '#web/features/notices/waiting-notices.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'

const AddEventDialog = lazyExport(() => import('#web/features/event-form/add-event-dialog.tsx'), 'AddEventDialog')
const EditEventDialog = lazyExport(() => import('#web/features/event-form/edit-event-dialog.tsx'), 'EditEventDialog')

const pages = { rsvp: quickTexts.rsvp, slots: quickTexts.slots, cohosts: togetherTexts.link }

interface EventToolsProps {
  calendar: MemberCalendar
  eventId: string
  userId: string
  /** It asks who comes, or for help. */
  hasGuests: boolean
}

/** Lets an event's organizers do on its page all that the calendar lets them do, and says what was sent. */
export function EventTools({ calendar, eventId, userId, hasGuests }: EventToolsProps) {
  const [open, setOpen] = useState<OpenEvent | null>(null)
  const { data: event } = useRead<CalendarEvent | null>(eventKeys.tools(calendar.id, eventId), (rest, signal) =>
    rest
      .from('events')
      .select(memberColumns.join())
      .eq('id', eventId)
      .abortSignal(signal)
      .maybeSingle()
      .overrideTypes<CalendarEvent, { merge: false }>(),
  )
  const membership = membershipIn(calendar, userId)
  const isAdmin = canAddEvent(membership)
  const close = () => setOpen(null)
  if (!event || !(isAdmin || canChangeEvent(membership, event))) return null
  const path = `/calendars/${calendar.id}/events/${eventId}`
  const dialogs = { calendar, membership, onClose: close }
  return (
    <Card className="space-y-4 p-5 sm:p-6" data-print="no">
      <h2 className="text-xl">{eventPageTexts.tools}</h2>
      <DeliveryLine event={event} calendar={calendar} isAdmin={isAdmin} />
      <EventActions
        event={event}
        calendar={calendar}
        membership={membership}
        onAct={(what) => setOpen({ what, event })}
      />
      {isAdmin && hasGuests && <MessageGuests calendar={calendar} eventId={eventId} start="going" />}
      {/* Nobody comes to an alert. */}
      {isAdmin && event.category !== 'Alert' && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3">
          {Object.entries(pages).map(([page, words]) => (
            <Link key={page} to={`${path}/${page}`} className="inline-flex min-h-8 items-center link">
              {words}
            </Link>
          ))}
        </p>
      )}
      <MountOnOpen open={open?.what === 'duplicate'}>
        <AddEventDialog
          day={null}
          times={undefined}
          source={open?.what === 'duplicate' ? open.event : null}
          calendar={calendar}
          userId={userId}
          onClose={close}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'edit'}>
        <EditEventDialog event={open?.what === 'edit' ? open.event : null} {...dialogs} />
      </MountOnOpen>
      <MountOnOpen open={open !== null}>
        <EventDialogs open={open} {...dialogs} onAct={(what) => setOpen({ what, event })} onPopoverClose={close} />
      </MountOnOpen>
      <WaitingNotices calendar={calendar} />
    </Card>
  )
}
