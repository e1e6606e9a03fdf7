import { CalendarSync, Code, History, Import, ListChecks, LogOut, Printer } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { canAddEvent, canLeave, canReadHistory, type Membership } from '#domain/roles.ts'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { toolTexts } from '#web/features/calendars/tool-texts.ts'
import { eventTexts } from '#web/features/events/texts.ts'
import { buttonTexts } from '#web/features/feeds/button-texts.ts'
import { historyTexts } from '#web/features/history/texts.ts'

export type Tool = 'share' | 'subscribe' | 'embed' | 'import' | 'several' | 'history' | 'leave'

export interface CalendarMenuProps {
  calendar: MemberCalendar
  membership: Membership
  onOpen: (tool: Tool) => void
}

/** The rows of the menu of a calendar, each a word and a line. */
export function CalendarMenu({ calendar, membership, onOpen }: CalendarMenuProps) {
  return (
    <>
      <Row word={buttonTexts.subscribe} hint={toolTexts.subscribe} onClick={() => onOpen('subscribe')}>
        <CalendarSync aria-hidden="true" className={icon} />
      </Row>
      {!calendar.disabled && (
        <Row word={buttonTexts.embed} hint={toolTexts.embed} onClick={() => onOpen('embed')}>
          <Code aria-hidden="true" className={icon} />
        </Row>
      )}
      {canAddEvent(membership) && (
        <>
          <Row word={eventTexts.importEvents} hint={toolTexts.import} onClick={() => onOpen('import')}>
            <Import aria-hidden="true" className={icon} />
          </Row>
          <Row word={eventTexts.changeSeveral} hint={toolTexts.several} onClick={() => onOpen('several')}>
            <ListChecks aria-hidden="true" className={icon} />
          </Row>
        </>
      )}
      {!calendar.disabled && (
        <Row word={eventTexts.print} hint={toolTexts.print} to={`/calendar/${calendar.id}/print`}>
          <Printer aria-hidden="true" className={icon} />
        </Row>
      )}
      {canReadHistory(membership) && (
        <Row word={historyTexts.open} hint={toolTexts.history} onClick={() => onOpen('history')}>
          <History aria-hidden="true" className={icon} />
        </Row>
      )}
      {canLeave(membership) && (
        <Row word={calendarScreenTexts.leave} hint={toolTexts.leave} onClick={() => onOpen('leave')}>
          <LogOut aria-hidden="true" className={icon} />
        </Row>
      )}
    </>
  )
}

interface RowProps {
  word: string
  hint: string
  to?: string
  onClick?: () => void
  /** Its icon. */
  children: ReactNode
}

function Row({ word, hint, to, onClick, children }: RowProps) {
  const id = useId()
  const names = { 'aria-labelledby': `${id}-word`, 'aria-describedby': `${id}-hint` }
  const shown = (
    <>
      {children}
      <span>
        <span id={`${id}-word`} className="block text-sm font-semibold">
          {word}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      </span>
    </>
  )
  if (to) {
    return (
      <Link to={to} className={row} {...names}>
        {shown}
      </Link>
    )
  }
  return (
    <button type="button" className={row} onClick={onClick} {...names}>
      {shown}
    </button>
  )
}

const icon = 'size-5 shrink-0'
const row =
  'flex min-h-12 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left no-underline hover:bg-sunk focus-visible:bg-sunk'
