import { CalendarSync, Code, Ellipsis, History, Import, ListChecks, LogOut, Printer, Share2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { canAddEvent, canInvite, canLeave, canReadHistory, type Membership } from '#domain/roles.ts'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'
import { toolTexts } from '#web/features/calendars/frame-texts.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { eventTexts } from '#web/features/events/texts.ts'
import { buttonTexts } from '#web/features/feeds/button-texts.ts'
import { historyTexts } from '#web/features/history/texts.ts'
import { InviteButton } from '#web/features/members/invite-button.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DropDown } from '#web/ui/drop-down.tsx'

export type Tool = 'share' | 'subscribe' | 'embed' | 'import' | 'several' | 'history' | 'leave'

interface CalendarToolsProps {
  calendar: MemberCalendar
  membership: Membership
  onOpen: (tool: Tool) => void
}

/** Share and invite, and a menu with the rest. A phone has all of it in a sheet. */
export function CalendarTools({ calendar, membership, onOpen }: CalendarToolsProps) {
  const share = !calendar.disabled && (
    <Button variant="secondary" size="small" onClick={() => onOpen('share')}>
      <Share2 aria-hidden="true" className="size-4" />
      {buttonTexts.share}
    </Button>
  )
  const invite = canInvite(membership) && <InviteButton code={calendar.invite_code} />
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        {share}
        {invite}
      </div>
      <DropDown
        label={toolTexts.more}
        trigger={<Ellipsis aria-hidden="true" className="size-5" />}
        closesOnButton
        className={classes(buttonClasses({ variant: 'secondary', size: 'small' }), 'px-2! max-sm:min-w-11')}
        panelClassName="w-80 max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-auto max-sm:max-w-none! max-sm:rounded-b-none max-sm:p-4"
      >
        <div className="mb-2 flex gap-2 border-b border-line pb-3 *:flex-1 sm:hidden">
          {share}
          {invite}
        </div>
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
      </DropDown>
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
