import { clockTime, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { LongList } from '#web/ui/long-list.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { type Outcome, type Recipient, useRecipients, wentWrong } from './queries.ts'
import { ledgerTexts, NOTHING_YET, outcomeTexts } from './texts.ts'

interface RecipientListProps {
  calendar: { id: string; time_zone: string }
}

export function RecipientList({ calendar }: RecipientListProps) {
  const { data, error, refetch } = useRecipients(calendar.id)
  if (!data)
    return error ? (
      <LoadError message={ledgerTexts.loadFailed.body} onRetry={refetch} />
    ) : (
      <ListSkeleton label={ledgerTexts.loadingRecipients} />
    )
  if (data.length === 0) {
    return (
      <EmptyState
        title={ledgerTexts.noRecipients}
        action={
          <ButtonLink to={`/calendars/${calendar.id}/people`} variant="secondary">
            {ledgerTexts.addPeople}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <LongList label={ledgerTexts.recipients} items={data} wordsOf={({ contact_value }) => contact_value}>
      {(recipient) => (
        <li key={recipient.id} className="py-2">
          <Entry recipient={recipient} zone={calendar.time_zone} />
        </li>
      )}
    </LongList>
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
      {/* What the carrier said, which is English. */}
      {outcome?.last_error && (
        <p lang="en" className="mt-0.5 text-sm text-muted wrap-anywhere">
          {outcome.last_error}
        </p>
      )}
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
