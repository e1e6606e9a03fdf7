import type { ReactNode } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import type { WaitingAlert, WaitingEvent, WaitingNotice } from '#web/features/events/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { clockTime } from '../../../domain/date-words.ts'
import { useSendEvent, useSendNotice, useWithdrawAll, useWithdrawEvent, useWithdrawNotice } from './notices.ts'

interface WaitingBannersProps {
  calendar: EventCalendar
  notices: WaitingNotice[]
  events: WaitingEvent[]
  alerts: WaitingAlert[]
  /** Stays where it is, instead of at the bottom of the screen. */
  isInline: boolean
}

export function WaitingBanners({ calendar, notices, events, alerts, isInline }: WaitingBannersProps) {
  return (
    <div
      ref={isInline ? null : sayHeight}
      className={classes(
        'space-y-3',
        isInline
          ? 'mb-5'
          : 'sticky bottom-3 max-sm:bottom-20 z-20 mt-6 max-h-[45dvh] overflow-y-auto rounded-xl shadow-lift',
      )}
      data-waiting
      data-print="no"
    >
      {alerts.map((alert) => (
        <AlertBanner key={alert.id} calendar={calendar} alert={alert} />
      ))}
      <EventsBanner calendar={calendar} events={events} />
      <NoticesBanner calendar={calendar} notices={notices} />
    </div>
  )
}

/** Says how high the bar is, so that toasts stack above it. */
function sayHeight(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--waiting-height', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--waiting-height')
  }
}

/** Leads to the screen that counts the seconds, or says why it was refused. */
function AlertBanner({ calendar, alert }: { calendar: EventCalendar; alert: WaitingAlert }) {
  const { id, kind, state, people, problem } = alert
  const title = alert.headline ?? alert.events?.title ?? ''
  const waits = state === 'waiting'
  return (
    <Banner
      variant={waits ? 'info' : 'warning'}
      title={waits ? noticeTexts.alertWaits(title, people) : noticeTexts.alertRefused(title)}
      action={
        <ButtonLink size="small" variant="secondary" to={`/calendars/${calendar.id}/alert?kind=${kind}&held=${id}`}>
          {waits ? noticeTexts.alertOpen : noticeTexts.alertDraft}
        </ButtonLink>
      }
    >
      {problem}
    </Banner>
  )
}

function EventsBanner({ calendar, events }: Pick<WaitingBannersProps, 'calendar' | 'events'>) {
  const withdraw = useWithdrawEvent(calendar)
  const send = useSendEvent(calendar)
  const [first] = events
  if (!first) return null
  const isBusy = withdraw.isPending || send.isPending
  return (
    <Banner title={noticeTexts.eventsTitle(events.length, clockTime(first.due_at, calendar.time_zone))}>
      <span className="max-sm:hidden">{noticeTexts.eventsBody}</span>
      <ul className="mt-2 space-y-1">
        {events.map(({ event_id: id, title }) => (
          <Waiting key={id} title={title}>
            <LinkButton label={noticeTexts.undoSendingOf(title)} disabled={isBusy} onClick={() => withdraw.mutate(id)}>
              {noticeTexts.undo}
            </LinkButton>
            <LinkButton label={noticeTexts.sendNowOf(title)} disabled={isBusy} onClick={() => send.mutate(id)}>
              {noticeTexts.sendNow}
            </LinkButton>
          </Waiting>
        ))}
      </ul>
    </Banner>
  )
}

function NoticesBanner({ calendar, notices }: Pick<WaitingBannersProps, 'calendar' | 'notices'>) {
  const withdraw = useWithdrawNotice(calendar)
  const withdrawAll = useWithdrawAll(calendar)
  const send = useSendNotice(calendar)
  const [first] = notices
  if (!first) return null
  const isBusy = withdraw.isPending || withdrawAll.isPending || send.isPending
  const undoable = notices.filter(({ event_id }) => event_id).map(({ id }) => id)
  return (
    <Banner
      title={noticeTexts.waitingTitle(
        notices.length,
        clockTime(first.mailings.due_at, calendar.time_zone),
        first.mailings.waiting_people,
      )}
      action={
        <div className="flex flex-wrap gap-2">
          {undoable.length > 1 && (
            <Button size="small" variant="secondary" disabled={isBusy} onClick={() => withdrawAll.mutate(undoable)}>
              {noticeTexts.undoAll}
            </Button>
          )}
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => send.mutate(first.mailing_id)}>
            {noticeTexts.sendNow}
          </Button>
        </div>
      }
    >
      {noticeTexts.waitingBody}
      <ul className="mt-2 space-y-1">
        {notices.map(({ id, event_id, before: { title } }) => (
          <Waiting key={id} title={title}>
            {event_id && (
              <LinkButton
                label={noticeTexts.undoOf(title)}
                disabled={isBusy}
                onClick={() => withdraw.mutate({ id, restore: true })}
              >
                {noticeTexts.undo}
              </LinkButton>
            )}
            <LinkButton
              label={noticeTexts.doNotTellOf(title)}
              disabled={isBusy}
              onClick={() => withdraw.mutate({ id, restore: false })}
            >
              {noticeTexts.doNotTell}
            </LinkButton>
          </Waiting>
        ))}
      </ul>
    </Banner>
  )
}

function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
      {children}
    </li>
  )
}

interface LinkButtonProps {
  /** The button's words, with what it is about. */
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function LinkButton({ label, children, ...rest }: LinkButtonProps) {
  return (
    <button type="button" className="link min-h-6" aria-label={label} {...rest}>
      {children}
    </button>
  )
}
