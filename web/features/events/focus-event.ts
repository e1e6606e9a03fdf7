import type { Day } from '#domain/dates.ts'

const LOOK_MS = 10_000
const DAY_AFTER_MS = 500
/** A dialog that closes returns the focus a moment later, so that it is taken more than once. */
const FRAMES = 10

/** Moves the focus to an event once it is drawn on its day, perhaps in a month that still loads; meanwhile to the day. */
export function focusEvent(id: string, day: Day): void {
  const start = Date.now()
  const dayButton = `[data-day="${day}"]`
  // Undo in a toast, for instance.
  const pressed = document.activeElement
  let held = 0
  function look() {
    const { activeElement } = document
    const chip = chipOn(id, day)
    const found = chip ?? (Date.now() - start > DAY_AFTER_MS ? document.querySelector<HTMLElement>(dayButton) : null)
    if (chip && activeElement === chip) held++
    // Somebody has gone on meanwhile.
    else if (activeElement && activeElement !== pressed && !activeElement.matches(`${LEFT}, ${dayButton}`)) return
    else if (!activeElement?.closest('[role="dialog"]')) found?.focus()
    if (Date.now() - start < LOOK_MS && held < FRAMES) requestAnimationFrame(look)
  }
  look()
}

/** Where the focus is while a dialog closes. */
const LEFT = 'body, main, [data-event], [role="dialog"], [role="dialog"] *'

/** Returns where an event is shown on a day. */
function chipOn(id: string, day: Day): HTMLElement | undefined {
  const chips = document.querySelectorAll<HTMLElement>(`[data-event="${id}"]`)
  return [...chips].find((chip) => chip.checkVisibility() && dayAt(chip) === day)
}

/** Returns the day of the cell or column around an element. */
function dayAt(element: Element): Day | undefined {
  const cell = element.closest<HTMLElement>('td, [data-column-day], [data-strip-day]')
  return (
    cell?.dataset.columnDay ?? cell?.dataset.stripDay ?? cell?.querySelector<HTMLElement>('[data-day]')?.dataset.day
  )
}
