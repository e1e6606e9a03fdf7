import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { type CalendarEvent, canMove, type EventCalendar } from '#web/features/events/event.ts'
import { eventTexts } from '#web/features/events/texts.ts'
import { toast } from '#web/ui/toast.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { drag } from './drag.ts'
import type { MoveTarget } from './move-target.ts'
import { useMoveEvent } from './use-move-event.ts'

interface EventDragProps {
  /** Holds the views. */
  box: RefObject<HTMLElement | null>
  events: readonly CalendarEvent[]
  calendar: EventCalendar
  membership: Membership
  /** There is something to decide before it moves. */
  onAsk: (event: CalendarEvent, target: MoveTarget) => void
}

/** Lets the mouse drag events to another day, and in a grid of hours to another time. Fingers scroll; for them there is Move. */
export function EventDrag({ box, events, calendar, membership, onAsk }: EventDragProps) {
  const { move } = useMoveEvent(calendar)
  const { rest } = useClients()
  const zone = calendar.time_zone

  const press = useEffectEvent((down: PointerEvent) => {
    const chip = down.target instanceof Element && down.target.closest<HTMLElement>('a[data-event]')
    const event = chip && events.find(({ id }) => id === chip.dataset.event)
    if (!event || down.button !== 0 || down.pointerType === 'touch' || !canMove(event, membership)) return
    let notified: PromiseLike<number> = Promise.resolve(0)
    drag(down, chip, {
      event,
      zone,
      onStart() {
        const read = rest.from('events').select('told_count').eq('id', event.id).single<{ told_count: number }>()
        notified = dataOf(read).then(({ told_count }) => told_count)
        // Only a drop asks for it.
        notified.then(undefined, () => {})
      },
      async onDrop(to) {
        try {
          const isSeries = event.series_id !== null && canAddEvent(membership)
          if ((await notified) > 0 || isSeries) onAsk(event, to)
          else move({ event, to, scope: 'this', notify: 0 })
        } catch {
          toast(eventTexts.updateFailed)
        }
      },
    })
  })

  useEffect(() => {
    const element = box.current
    const listen = (down: PointerEvent) => press(down)
    element?.addEventListener('pointerdown', listen)
    element?.setAttribute('data-drag', '')
    return () => element?.removeEventListener('pointerdown', listen)
  }, [box])
  return null
}
