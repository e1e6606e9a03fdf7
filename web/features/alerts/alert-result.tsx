import { CheckCheck, TriangleAlert } from 'lucide-react'
import { eventPath } from '#domain/event-path.ts'
import { mailingProgress, progressWords } from '#domain/mailing-progress.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useResend } from './mutations.ts'
import {
  type AlertMailing,
  type Failure,
  type SentAlert,
  useAlertMailing,
  useFailures,
  useResendable,
  useWaitingTexts,
} from './queries.ts'
import { composerTexts, resultTexts } from './texts.ts'

interface AlertResultProps {
  calendarId: string
  alert: SentAlert
  mailingId: string
}

/** Shows how an alert goes out, who did not get it, and what can follow. */
export function AlertResult({ calendarId, alert, mailingId }: AlertResultProps) {
  const { data: mailing, error, refetch } = useAlertMailing(calendarId, mailingId)
  const isOver = alert.alert_updates.some(({ kind }) => kind === 'all_clear')
  if (!mailing && error) return <LoadError message={resultTexts.loadFailed} onRetry={refetch} />
  return (
    <Card className="max-w-3xl space-y-6 p-4 sm:p-6">
      <div className="flex items-start gap-3">
        {isOver ? (
          <CheckCheck aria-hidden="true" className="mt-1 size-6 shrink-0 text-ok" />
        ) : (
          <TriangleAlert aria-hidden="true" className="mt-1 size-6 shrink-0 text-danger" />
        )}
        <h2 dir="auto" className="text-xl wrap-anywhere">
          {alert.title}
        </h2>
      </div>
      <Counts mailing={mailing ?? null} />
      {mailing && <Failures mailing={mailing} />}
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        {!isOver && (
          <>
            <ButtonLink to={`?kind=update&event=${alert.id}`}>{resultTexts.update}</ButtonLink>
            <ButtonLink to={`?kind=all_clear&event=${alert.id}`} variant="secondary">
              {resultTexts.allClear}
            </ButtonLink>
          </>
        )}
        <ButtonLink to={eventPath({ id: calendarId }, alert.id)} variant="quiet">
          {resultTexts.page}
        </ButtonLink>
        <ButtonLink to={`/calendars/${calendarId}/mailings`} variant="quiet">
          {resultTexts.mailings}
        </ButtonLink>
      </div>
    </Card>
  )
}

function Counts({ mailing }: { mailing: AlertMailing | null }) {
  const waitingTexts = useWaitingTexts(mailing?.id ?? '', mailing?.planned ?? 0)
  if (!mailing || mailing.state === 'waiting')
    return (
      <p role="status" className="min-h-24 text-muted">
        {resultTexts.preparing}
      </p>
    )
  const { planned, failed, bounced, opted_out } = mailing
  const { isGoingOut, sent, total } = mailingProgress(mailing)
  const counts = [
    [resultTexts.went, sent],
    [resultTexts.waiting, planned],
    [resultTexts.failed, failed + bounced],
    [resultTexts.skipped, opted_out],
  ] as const
  return (
    <div role="status" className="min-h-24 space-y-4">
      <p className="font-display text-2xl tabular-nums">{progressWords(mailing)}</p>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-2xl tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {isGoingOut && (
        <>
          <Progress label={resultTexts.progress} value={sent} max={total} />
          <p className="text-sm text-muted">
            {mailing.review === 'waiting'
              ? resultTexts.review
              : waitingTexts > 0
                ? resultTexts.waitingTexts(waitingTexts)
                : resultTexts.retrying}
          </p>
        </>
      )}
    </div>
  )
}

function Failures({ mailing }: { mailing: AlertMailing }) {
  const count = mailing.failed + mailing.bounced
  const { data: failures = [] } = useFailures(mailing.id, count)
  const resendable = useResendable(mailing.id, count)
  const resend = useResend(mailing.id)
  if (count === 0) return null
  return (
    <section aria-label={resultTexts.failures} className="space-y-3">
      <h3 className="font-semibold">{resultTexts.failures}</h3>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {failures.map((failure) => (
          <li key={failure.id} className="px-4 py-2.5 text-sm wrap-anywhere">
            <span className="font-semibold">{nameOf(failure)}</span>{' '}
            <span className="text-muted">{reasonOf(failure)}</span>
          </li>
        ))}
        {count > failures.length && failures.length > 0 && (
          <li className="px-4 py-2.5 text-sm text-muted">{resultTexts.more(count - failures.length)}</li>
        )}
      </ul>
      {resendable > 0 && (
        <Button variant="secondary" working={resend.isPending} onClick={() => resend.mutate()}>
          {resend.isPending ? composerTexts.sending : resultTexts.resend(resendable)}
        </Button>
      )}
    </section>
  )
}

function nameOf({ channel, calendar_contacts: contact }: Failure): string {
  return contact?.contact_value ?? (channel === 'push' ? resultTexts.browser : resultTexts.someone)
}

function reasonOf({ state, last_error: reason }: Failure): string {
  return [reason ?? (state === 'failed' ? resultTexts.noReason : ''), state === 'bounced' ? resultTexts.bounced : '']
    .filter(Boolean)
    .join('. ')
}
