import { clockTime } from '#domain/date-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSendMessage, useWaitingMessages, useWithdrawMessage } from './guest-messages.ts'
import { guestTexts as texts } from './guest-texts.ts'

/** Shows messages to guests that are about to be sent, while that can still be undone. */
export function WaitingMessages({ calendar }: { calendar: { id: string; time_zone: string } }) {
  const messages = useWaitingMessages(calendar.id)
  const withdraw = useWithdrawMessage(calendar.id)
  const send = useSendMessage(calendar.id)
  const isBusy = withdraw.isPending || send.isPending
  return messages.map(({ mailing_id: id, message, events, mailings }) => (
    <div key={id} className="mb-5" data-print="no">
      <Banner
        title={texts.waiting(
          events?.title ?? '',
          clockTime(mailings.due_at, calendar.time_zone),
          mailings.waiting_people,
        )}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" variant="secondary" disabled={isBusy} onClick={() => withdraw.mutate(id)}>
              {texts.undo}
            </Button>
            <Button size="small" variant="secondary" disabled={isBusy} onClick={() => send.mutate(id)}>
              {texts.sendNow}
            </Button>
          </div>
        }
      >
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {message}
        </span>
      </Banner>
    </div>
  ))
}
