import { longDay } from '#domain/date-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { isRunning, type Mailing, useMailings } from './queries.ts'
import { countTexts, ledgerTexts, nameOf, rareCountTexts, reviewText, stateTexts } from './texts.ts'

export function MailingList({ calendarId }: { calendarId: string }) {
  const { data, error, refetch } = useMailings(calendarId)
  if (!data)
    return error ? (
      <LoadError message={ledgerTexts.loadFailed.body} onRetry={refetch} />
    ) : (
      <ListSkeleton label={ledgerTexts.loading} row="h-32" />
    )
  if (data.length === 0) {
    return (
      <EmptyState
        title={ledgerTexts.empty}
        action={
          <ButtonLink to={`/calendars/${calendarId}`} variant="secondary">
            {ledgerTexts.emptyAction}
          </ButtonLink>
        }
      >
        {ledgerTexts.emptyBody}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={ledgerTexts.mailings} className="space-y-4">
      {data.map((mailing) => (
        <li key={mailing.id} className="rounded-xl border border-line p-4">
          <Entry mailing={mailing} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ mailing }: { mailing: Mailing }) {
  const { day, total, planned, state, review } = mailing
  const running = isRunning(mailing)
  const waits = running && review === 'waiting'
  const rare = rareCountTexts.filter(([count]) => mailing[count] > 0)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="text-base font-semibold">
          {nameOf(mailing)} <span className="block font-normal text-muted sm:inline">{longDay(day)}</span>
        </h3>
        <Badge variant={running ? 'bell' : 'plain'}>
          {waits ? ledgerTexts.waitsForReview : review === 'refused' ? ledgerTexts.refused : stateTexts[state]}
        </Badge>
      </div>
      {waits && <p className="mt-2 text-sm">{reviewText(mailing)}</p>}
      {running && (
        <div className="mt-3">
          <Progress
            label={ledgerTexts.progress(`${nameOf(mailing)}, ${longDay(day)}`)}
            value={total - planned}
            max={total}
          />
          <p className="mt-1 text-sm text-muted tabular-nums">{ledgerTexts.progressCount(total - planned, total)}</p>
        </div>
      )}
      <dl className="mt-3 grid grid-cols-3 gap-x-2 gap-y-3 sm:grid-cols-7">
        {[...countTexts, ...rare].map(([count, label]) => (
          <div key={count}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{mailing[count]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
