import { SHORTEST } from '#web/features/calendar-view/day-columns.ts'
import { DAY_MINUTES } from '../../../domain/minutes.ts'

/** A part of a day in the grid of hours. */
export interface Slot {
  /** Minutes since midnight. */
  from: number
  length: number
  /** What the ghost says there. */
  lines: string[]
}

/** Returns the picture of a dragged event. It keeps its place under the pointer, and fits into the hours. */
export function createGhost(chip: HTMLElement, down: PointerEvent) {
  const ghost = document.createElement('div')
  ghost.className = chip.className
  ghost.ariaHidden = 'true'
  Object.assign(ghost.style, { pointerEvents: 'none', boxShadow: '0 8px 24px -10px #0008', zIndex: '20' })
  const start = chip.getBoundingClientRect()
  const picture = [...chip.children].map(pictureOf)

  function show(parent: Element, children: Node[], place: Partial<CSSStyleDeclaration>) {
    Object.assign(ghost.style, place)
    if (ghost.parentElement === parent && children === picture) return
    ghost.replaceChildren(...children)
    if (ghost.parentElement !== parent) parent.append(ghost)
  }

  return {
    atPointer({ clientX, clientY }: PointerEvent) {
      show(document.body, picture, {
        position: 'fixed',
        left: `${start.left + clientX - down.clientX}px`,
        top: `${start.top + clientY - down.clientY}px`,
        width: `${start.width}px`,
        height: `${start.height}px`,
      })
    },
    inColumn(column: HTMLElement, { from, length, lines }: Slot) {
      show(column, lines.map(lineOf), {
        position: 'absolute',
        left: '2px',
        top: `${(from / DAY_MINUTES) * 100}%`,
        width: 'calc(100% - 4px)',
        height: `${(Math.max(length, SHORTEST) / DAY_MINUTES) * 100}%`,
      })
    },
    remove: () => ghost.remove(),
  }
}

/** Keeps what is shown and hidden, which the width of the calendar decides: the ghost stands outside of it. */
function pictureOf(part: Element): Node {
  const picture = part.cloneNode(true) as HTMLElement | SVGElement
  picture.style.display = getComputedStyle(part).display
  return picture
}

function lineOf(text: string, index: number): Node {
  const line = document.createElement('div')
  line.className = index === 0 ? 'truncate font-semibold' : 'truncate'
  line.textContent = text
  return line
}
