import { MoveEventDialog } from '#web/features/event-move/move-event-dialog.tsx'
import type { MoveTarget } from '#web/features/event-move/move-target.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { SendAlertDialog } from '#web/features/notices/send-alert-dialog.tsx'
import type { Membership } from '../../../domain/roles.ts'
import { CancelEventDialog } from './cancel-event-dialog.tsx'
import { DeleteEventDialog } from './delete-event-dialog.tsx'
import type { EventAction } from './event-action.ts'
import { EventPopover } from './event-popover.tsx'

/** An event that is shown beside what was clicked, or acted on. */
export type OpenEvent =
  | { what: 'event'; event: CalendarEvent; anchor: HTMLElement }
  | { what: EventAction; event: CalendarEvent; target?: MoveTarget | undefined }

interface EventDialogsProps {
  open: OpenEvent | null
  calendar: EventCalendar
  membership: Membership
  onAct: (action: EventAction, event: CalendarEvent) => void
  onClose: () => void
  onPopoverClose: () => void
}

/** Shows an event and the short dialogs about it. In one file: who opens an event is likely to need another of them. */
export function EventDialogs({ open, calendar, membership, onAct, onClose, onPopoverClose }: EventDialogsProps) {
  const opened = (what: EventAction) => (open?.what === what ? open.event : null)
  const dialog = { calendar, membership, onClose }
  return (
    <>
      <EventPopover
        opened={open?.what === 'event' ? open : null}
        calendar={calendar}
        membership={membership}
        onAct={onAct}
        onClose={onPopoverClose}
      />
      <MoveEventDialog {...dialog} event={opened('move')} target={open?.what === 'move' ? open.target : undefined} />
      <CancelEventDialog {...dialog} event={opened('cancel')} />
      <DeleteEventDialog {...dialog} event={opened('delete')} />
      <SendAlertDialog calendar={calendar} onClose={onClose} event={opened('alert')} />
    </>
  )
}
