import { Bell, ChevronLeft, Mail, MessageSquareText, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clockTime, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { deliveryReason } from '#domain/delivery-reasons.ts'
import { progressWords } from '#domain/mailing-progress.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PersonList, PersonSearch } from '#web/ui/person-list.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { DeliveryBar, isConfirmed, type Results, resultsOf } from './delivery-bar.tsx'
import { isRunning, type Mailing, useMailing } from './queries.ts'
import { useRemoveRecipient, useResend } from './result-mutations.ts'
import {
  type Delivery,
  PAGE_SIZE,
  type Result,
  type ResultCount,
  type ResultQuery,
  results,
  useDeliveries,
  useResultCounts,
} from './result-queries.ts'
import { reasonTexts, resultTexts } from './result-texts.ts'
import { ledgerTexts, nameOf, reviewText, subtitleOf, titleOf } from './texts.ts'

interface MailingDetailProps {
  calendar: { id: string; time_zone: string }
  mailingId: string
  onClose: () => void
}

/** One mailing, recipient by recipient: what became of it and why, with another try for what failed. */
export function MailingDetail({ calendar, mailingId, onClose }: MailingDetailProps) {
  const { data, error, refetch } = useMailing(calendar.id, mailingId)
  const isMissing = data?.length === 0
  useEffect(() => {
    if (isMissing) onClose()
  }, [isMissing, onClose])
  if (data?.[0]) return <Shown calendar={calendar} mailing={data[0]} onClose={onClose} />
  return error ? (
    <LoadError message={ledgerTexts.loadFailed.body} onRetry={refetch} />
  ) : (
    <ListSkeleton label={ledgerTexts.loading} />
  )
}

interface ShownProps extends Omit<MailingDetailProps, 'mailingId'> {
  mailing: Mailing
}

function Shown({ calendar, mailing, onClose }: ShownProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const counts = useResultCounts(calendar.id, mailing).data
  const [query, setQuery] = useState<ResultQuery>({ search: '', result: null, page: 0 })
  const resend = useResend(calendar.id, mailing.id)
  const [isAsking, setIsAsking] = useState(false)
  const resendable = counts?.reduce((sum, count) => sum + count.resendable, 0) ?? 0
  const isRemoved = counts !== undefined && mailing.state === 'finished' && countOf(counts) < mailing.total
  return (
    <section aria-labelledby="mailing-title" className="@container">
      <Button variant="quiet" size="small" className="-ml-2" onClick={onClose}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {resultTexts.back}
      </Button>
      <div className="mt-2 mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="mailing-title" ref={heading} tabIndex={-1} className="text-xl wrap-anywhere">
            {titleOf(mailing)}
          </h2>
          <p className="text-sm text-muted">{subtitleOf(mailing, calendar.time_zone)}</p>
          {mailing.sent_people !== undefined && (
            <p className="mt-1 font-semibold tabular-nums">{progressWords(mailing)}</p>
          )}
        </div>
        {resendable > 0 && (
          <Button variant="secondary" size="small" working={resend.isPending} onClick={() => setIsAsking(true)}>
            {!resend.isPending && <RotateCcw aria-hidden="true" className="size-4" />}
            {resend.isPending ? resultTexts.resending : resultTexts.resendAll(resendable)}
          </Button>
        )}
      </div>
      {mailing.review === 'waiting' && isRunning(mailing) && <p className="mb-4 text-sm">{reviewText(mailing)}</p>}
      <DeliveryBar
        results={counts && !isRemoved ? sumOf(counts, mailing) : resultsOf(mailing)}
        label={ledgerTexts.progress(nameOf(mailing))}
      />
      {isRemoved ? (
        <p className="mt-5 rounded-lg bg-sunk p-4 text-muted">{resultTexts.recipientsRemoved}</p>
      ) : (
        <>
          <Filters counts={counts ?? []} query={query} onChange={setQuery} />
          <Recipients {...{ calendar, mailing, query }} onChange={setQuery} onResend={(id) => resend.mutate(id)} />
        </>
      )}
      <AlertDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={resultTexts.resendTitle(resendable)}
        description={resultTexts.resendBody}
        confirm={resultTexts.resend}
        variant="primary"
        onConfirm={() => {
          setIsAsking(false)
          resend.mutate(null)
        }}
      />
    </section>
  )
}

/** Counts the recipients with a result, or all. */
const countOf = (counts: ResultCount[], result: Result | null = null) =>
  counts.reduce((sum, count) => sum + (result === null || count.result === result ? count.deliveries : 0), 0)

function sumOf(counts: ResultCount[], mailing: Mailing): Results {
  const of = (result: Result) => countOf(counts, result)
  return {
    delivered: of('delivered'),
    waiting: of('waiting'),
    failed: of('failed'),
    skipped: of('skipped'),
    isConfirmed: isConfirmed(mailing),
  }
}

interface FiltersProps {
  counts: ResultCount[]
  query: ResultQuery
  onChange: (query: ResultQuery) => void
}

function Filters({ counts, query, onChange }: FiltersProps) {
  return (
    <div className="mt-5 mb-3 flex flex-wrap items-center gap-3">
      <fieldset aria-label={resultTexts.filter} className="flex flex-wrap gap-1">
        {([null, ...results] as const)
          .filter((result) => result === null || countOf(counts, result) > 0 || result === query.result)
          .map((result) => (
            <button
              key={result}
              type="button"
              aria-pressed={query.result === result}
              onClick={() => onChange({ ...query, result, page: 0 })}
              className={classes(
                'flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-sm max-sm:min-h-11',
                query.result === result ? 'bg-bell-soft font-semibold' : 'hover:bg-sunk',
              )}
            >
              {result ? resultTexts.results[result] : resultTexts.everyone}
              <span className="text-muted tabular-nums">{countOf(counts, result)}</span>
            </button>
          ))}
      </fieldset>
      <PersonSearch
        label={resultTexts.search}
        search={query.search}
        onSearch={(search) => onChange({ ...query, search, page: 0 })}
        isRequest
        className="grow basis-60 @2xl:max-w-sm @2xl:ml-auto"
      />
    </div>
  )
}

interface RecipientsProps extends Omit<ShownProps, 'onClose'> {
  query: ResultQuery
  onChange: (query: ResultQuery) => void
  onResend: (deliveryId: string) => void
}

function Recipients({ calendar, mailing, query, onChange, onResend }: RecipientsProps) {
  const deliveries = useDeliveries(calendar.id, mailing, query)
  const remove = useRemoveRecipient(calendar.id)
  const found = deliveries.data?.[0]?.found ?? 0
  return (
    <PersonList
      label={resultTexts.list}
      read={deliveries}
      loading={resultTexts.loading}
      failed={resultTexts.loadFailed.body}
      empty={resultTexts.nobodyFound}
      pages={{ page: query.page, size: PAGE_SIZE, found, onPage: (page) => onChange({ ...query, page }) }}
    >
      {(delivery) => (
        <Row
          key={delivery.id}
          delivery={delivery}
          zone={calendar.time_zone}
          isTest={mailing.kind === 'test'}
          onResend={() => onResend(delivery.id)}
          onRemove={delivery.contact_id === null ? undefined : () => remove.mutate(delivery.contact_id as string)}
        />
      )}
    </PersonList>
  )
}

const icons = { email: Mail, sms: MessageSquareText, push: Bell } as const
const variants = { delivered: 'ok', waiting: 'bell', failed: 'danger', skipped: 'plain' } as const

interface RowProps {
  delivery: Delivery
  zone: string
  /** It went to who looks at it, or to another admin. */
  isTest: boolean
  onResend: () => void
  onRemove: (() => void) | undefined
}

function Row({ delivery, zone, isTest, onResend, onRemove }: RowProps) {
  const { channel, name, address, result, state, at, can_resend } = delivery
  const who = name ?? address ?? (isTest ? resultTexts.tester : nobodyOf(delivery))
  const reason = deliveryReason(delivery)
  const Icon = icons[channel]
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 @2xl:grid-cols-2">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{who}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {[resultTexts.channels[channel], name && address].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="min-w-0 text-sm">
          <p className="flex flex-wrap items-center gap-x-2">
            <Badge variant={variants[result]}>
              {state === 'delivered' ? resultTexts.arrived : resultTexts.results[result]}
            </Badge>
            {(result === 'delivered' || result === 'failed') && (
              <span className="text-muted tabular-nums">
                {shortDay(dayInZone(at, zone))}, {clockTime(at, zone)}
              </span>
            )}
          </p>
          {reason && (
            <p className={classes('mt-0.5', result === 'failed' ? 'text-danger' : 'text-muted')}>
              {reasonTexts[reason]}
            </p>
          )}
          {can_resend && state !== 'planned' && (
            <button
              type="button"
              aria-label={resultTexts.resendOne(who)}
              onClick={onResend}
              className="link min-h-6 text-sm font-semibold"
            >
              {resultTexts.resend}
            </button>
          )}
        </div>
      </div>
      {onRemove && (
        <button
          type="button"
          aria-label={resultTexts.remove(who)}
          onClick={onRemove}
          className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-danger max-sm:size-11"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
    </li>
  )
}

function nobodyOf({ channel, is_member }: Delivery): string {
  if (channel === 'push') return resultTexts.browser
  return is_member ? resultTexts.member : resultTexts.gone
}
