import type { CalendarEvent } from '#web/features/events/event.ts'
import { draftOf } from '#web/features/events/event-draft.ts'
import { clockRange } from '../../../domain/date-words.ts'
import { type Day, daysBetween } from '../../../domain/dates.ts'
import { DAY_MINUTES, minutesOf } from '../../../domain/minutes.ts'
import { createGhost, type Slot } from './drag-ghost.ts'
import { type MoveTarget, movedEvent, shifted } from './move-target.ts'

interface DragOptions {
  event: CalendarEvent
  zone: string
  onStart: () => void
  onDrop: (to: MoveTarget) => void
}

/** A pointer that moves less than this clicks. */
const CLICK_PX = 5
/** Times snap to this. */
const STEP = 15
/** Near the edge of the hours they scroll, by so much in a frame. */
const EDGE_PX = 28
const SCROLL_PX = 8

/**
 * Follows a pressed pointer, and drags what it pressed once it has moved. Draws with elements of its own: rendering the views on
 * each move would be slow with many events.
 */
export function drag(down: PointerEvent, chip: HTMLElement, { event, zone, onStart, onDrop }: DragOptions): void {
  const times = draftOf(event, zone)
  // The others stand above the hours.
  const isTimed = !event.all_day && event.event_date === event.end_date
  let measured: { origin: Spot | undefined; ghost: ReturnType<typeof createGhost> } | undefined
  let state: 'pressed' | 'dragged' | 'cancelled' = 'pressed'
  let marked: HTMLElement | undefined
  let target: MoveTarget | undefined
  let frame = 0
  const stop = new AbortController()

  function measure() {
    measured ??= { origin: spotAt(down), ghost: createGhost(chip, down) }
    return measured
  }

  function onMove(pointer: PointerEvent) {
    const isFirst = state === 'pressed'
    if (isFirst) {
      if (Math.hypot(pointer.clientX - down.clientX, pointer.clientY - down.clientY) < CLICK_PX) return
      state = 'dragged'
      onStart()
    }
    if (state === 'dragged') follow(pointer)
    // Last, because reading the page after a change computes it anew.
    if (isFirst) chip.style.opacity = '0.4'
  }

  function follow(pointer: PointerEvent) {
    const { origin, ghost } = measure()
    const spot = spotAt(pointer)
    target =
      origin && spot && shifted(times, daysBetween(origin.day, spot.day), isTimed ? minutesBetween(origin, spot) : 0)
    if (isTimed && target && spot?.column) ghost.inColumn(spot.column, slotOf(target))
    else ghost.atPointer(pointer)
    mark(isTimed ? spot?.cell : (spot?.cell ?? spot?.column))
    scrollHours(pointer)
  }

  function slotOf(to: MoveTarget): Slot {
    const { start_time, end_time } = movedEvent(event, to, zone)
    const from = minutesOf(to.startTime)
    const length = to.endTime === '00:00' ? DAY_MINUTES - from : minutesOf(to.endTime) - from
    return { from, length, lines: [clockRange(start_time, end_time, zone), event.title] }
  }

  function mark(cell: HTMLElement | undefined) {
    if (cell === marked) return
    marked?.style.removeProperty('outline')
    marked = cell
    if (cell) Object.assign(cell.style, { outline: '2px solid var(--bell-line)', outlineOffset: '-2px' })
  }

  function scrollHours(pointer: PointerEvent) {
    cancelAnimationFrame(frame)
    const hours = measured?.origin?.column?.parentElement
    if (!hours) return
    const { top, bottom } = hours.getBoundingClientRect()
    const by = pointer.clientY < top + EDGE_PX ? -SCROLL_PX : pointer.clientY > bottom - EDGE_PX ? SCROLL_PX : 0
    if (by === 0) return
    frame = requestAnimationFrame(() => {
      const before = hours.scrollTop
      hours.scrollTop += by
      if (hours.scrollTop !== before) follow(pointer)
    })
  }

  function putBack() {
    cancelAnimationFrame(frame)
    mark(undefined)
    measured?.ghost.remove()
    chip.style.removeProperty('opacity')
  }

  function end() {
    putBack()
    stop.abort()
  }

  function onUp() {
    end()
    if (state === 'pressed') return
    swallowClick()
    const isElsewhere = target && (target.day !== times.day || target.startTime !== times.startTime)
    // After the next paint: rendering the views is slow with many events.
    if (state === 'dragged' && target && isElsewhere) setTimeout(onDrop, 0, target)
  }

  function onKey(key: KeyboardEvent) {
    if (key.key !== 'Escape' || state !== 'dragged') return
    key.preventDefault()
    key.stopPropagation()
    state = 'cancelled'
    putBack()
  }

  // After the press is painted, because it measures the page. A pointer that moves earlier does not wait for it.
  requestAnimationFrame(() => setTimeout(() => stop.signal.aborted || measure()))
  const options = { signal: stop.signal, capture: true }
  addEventListener('pointermove', onMove, options)
  addEventListener('pointerup', onUp, options)
  addEventListener('pointercancel', end, options)
  addEventListener('keydown', onKey, options)
  // The browser would drag the link, or select text.
  addEventListener('dragstart', (native) => native.preventDefault(), options)
  addEventListener('selectstart', (native) => native.preventDefault(), options)
}

/** Ignores the click that the browser makes of letting go. */
function swallowClick(): void {
  const stop = new AbortController()
  addEventListener('click', (click) => [click.preventDefault(), click.stopPropagation()], {
    capture: true,
    signal: stop.signal,
  })
  setTimeout(() => stop.abort())
}

interface Spot {
  day: Day
  /** The day in a month, or above the hours. */
  cell?: HTMLElement
  /** The day in the hours, and how far down it. */
  column?: HTMLElement
  minutes?: number
}

function minutesBetween(from: Spot, to: Spot): number {
  if (from.minutes === undefined || to.minutes === undefined) return 0
  return Math.round((to.minutes - from.minutes) / STEP) * STEP
}

function spotAt({ clientX, clientY }: PointerEvent): Spot | undefined {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const { day, stripDay, columnDay } = (element as HTMLElement).dataset
    if (day || stripDay) return { day: (day ?? stripDay) as Day, cell: element as HTMLElement }
    if (columnDay) {
      const { top, height } = element.getBoundingClientRect()
      return { day: columnDay, column: element as HTMLElement, minutes: ((clientY - top) / height) * DAY_MINUTES }
    }
  }
  return undefined
}
