import { useState } from 'react'
import { clockTime, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { type Outcome, type Recipient, useRecipients, wentWrong } from './queries.ts'
import { ledgerTexts, NOTHING_YET, outcomeTexts } from './texts.ts'

/** A calendar may have ten thousand; nobody reads so far, and the browser need not draw them. */
const AT_ONCE = 100

interface RecipientListProps {
  calendar: { id: string; time_zone: string }
}

export function RecipientList({ calendar }: RecipientListProps) {
  const { data, error, refetch } = useRecipients(calendar.id)
  const [shown, setShown] = useState(AT_ONCE)
  if (!data)
    return error ? (
      <LoadError message={ledgerTexts.loadFailed.body} onRetry={refetch} />
    ) : (
      <ListSkeleton says={ledgerTexts.loadingRecipients} />
    )
  if (data.length === 0) return <p className="rounded-lg bg-sunk p-4 text-muted">{ledgerTexts.noRecipients}</p>
  const left = data.length - shown
  return (
    <>
      <ul aria-label={ledgerTexts.recipients} className="divide-y divide-line">
        {data.slice(0, shown).map((recipient) => (
          <li key={recipient.id} className="py-2">
            <Entry recipient={recipient} zone={calendar.time_zone} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setShown(shown + AT_ONCE)}>
          {ledgerTexts.more(Math.min(left, AT_ONCE))}
        </Button>
      )}
    </>
  )
}

function Entry({ recipient, zone }: { recipient: Recipient; zone: string }) {
  const { contact_value: address, outcome } = recipient
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{address}</span>
        {outcome ? (
          <span className="flex items-center gap-2 text-sm text-muted">
            {momentOf(outcome, zone)}
            <Badge variant={variantOf(recipient)}>{outcomeTexts[outcome.state]}</Badge>
          </span>
        ) : (
          <span className="text-sm text-muted">{NOTHING_YET}</span>
        )}
      </div>
      {outcome?.last_error && <p className="mt-0.5 text-sm text-muted wrap-anywhere">{outcome.last_error}</p>}
    </>
  )
}

function momentOf({ at }: Outcome, zone: string): string {
  return `${shortDay(dayInZone(at, zone))}, ${clockTime(at, zone)}`
}

function variantOf(recipient: Recipient): 'ok' | 'danger' | 'plain' {
  if (wentWrong(recipient)) return 'danger'
  return recipient.outcome?.state === 'sent' || recipient.outcome?.state === 'delivered' ? 'ok' : 'plain'
}
