import { clockTime } from '#domain/date-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { EventCalendar } from './event.ts'
import { noticeTexts } from './notice-texts.ts'
import { useSendNotice, useWithdrawNotice } from './notices.ts'
import { useWaitingNotices } from './queries.ts'

/** Shows the notices of changed events that are about to be sent, while they can still be cancelled. */
export function WaitingNotices({ calendar }: { calendar: EventCalendar }) {
  const notices = useWaitingNotices(calendar.id)
  const withdraw = useWithdrawNotice(calendar)
  const send = useSendNotice(calendar)
  const [first] = notices
  if (!first) return null
  const isBusy = withdraw.isPending || send.isPending
  return (
    <div className="mb-6" data-print="no">
      <Banner
        title={noticeTexts.waitingTitle(notices.length, clockTime(first.mailings.due_at, calendar.time_zone))}
        action={
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => send.mutate(first.mailing_id)}>
            {noticeTexts.sendNow}
          </Button>
        }
      >
        {noticeTexts.waitingBody}
        <ul className="mt-2 space-y-1">
          {notices.map(({ id, event_id, before }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-semibold wrap-anywhere">{before.title}</span>
              {event_id && (
                <button
                  type="button"
                  className="link min-h-6"
                  disabled={isBusy}
                  aria-label={noticeTexts.undoOf(before.title)}
                  onClick={() => withdraw.mutate({ id, restore: true })}
                >
                  {noticeTexts.undo}
                </button>
              )}
              <button
                type="button"
                className="link min-h-6"
                disabled={isBusy}
                aria-label={noticeTexts.doNotTellOf(before.title)}
                onClick={() => withdraw.mutate({ id, restore: false })}
              >
                {noticeTexts.doNotTell}
              </button>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
