import {
  CalendarDays,
  ChevronRight,
  CircleCheck,
  FlaskConical,
  type LucideIcon,
  Mail,
  PencilLine,
  TriangleAlert,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { DeliveryBar, resultsOf } from './delivery-bar.tsx'
import { isRunning, type Mailing, useMailings } from './queries.ts'
import { channelsOf, ledgerTexts, nameOf, reviewText, stateTexts, subtitleOf, titleOf } from './texts.ts'

interface MailingListProps {
  calendar: { id: string; time_zone: string }
  /** The id of the mailing that was open before; its row takes the focus. */
  focused: RefObject<string | null>
  onOpen: (mailingId: string) => void
}

export function MailingList({ calendar, focused, onOpen }: MailingListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMailings(calendar.id)
  const mailings = data?.pages.flat()
  if (!mailings)
    return error ? (
      <LoadError message={ledgerTexts.loadFailed.body} onRetry={refetch} />
    ) : (
      <ListSkeleton label={ledgerTexts.loading} row="h-20" />
    )
  if (mailings.length === 0) {
    return (
      <EmptyState
        title={ledgerTexts.empty}
        action={
          <ButtonLink to={`/calendars/${calendar.id}`} variant="secondary">
            {ledgerTexts.emptyAction}
          </ButtonLink>
        }
      >
        {ledgerTexts.emptyBody}
      </EmptyState>
    )
  }
  return (
    <div className="@container">
      <ul aria-label={ledgerTexts.mailings} className="divide-y divide-line rounded-xl border border-line bg-card">
        {mailings.map((mailing) => (
          <Entry
            key={mailing.id}
            mailing={mailing}
            zone={calendar.time_zone}
            focused={focused}
            onOpen={() => onOpen(mailing.id)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          working={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {ledgerTexts.older}
        </Button>
      )}
    </div>
  )
}

interface EntryProps {
  mailing: Mailing
  zone: string
  focused: RefObject<string | null>
  onOpen: () => void
}

/** One mailing: in a wide list a line of columns. All of it opens the mailing. */
function Entry({ mailing, zone, focused, onOpen }: EntryProps) {
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused.current !== mailing.id) return
    focused.current = null
    opener.current?.focus()
  }, [focused, mailing.id])
  const { state, review, kind, total, expired } = mailing
  const running = isRunning(mailing)
  const waits = running && review === 'waiting'
  const isTooLate = state === 'finished' && total > 0 && expired === total
  const word = isTooLate
    ? ledgerTexts.tooLate
    : waits
      ? ledgerTexts.waitsForReview
      : review === 'refused'
        ? ledgerTexts.refused
        : stateTexts[state]
  return (
    <li className="relative flex items-center gap-3 px-3 py-3 hover:bg-sunk sm:px-4">
      <Tile kind={kind} isOver={mailing.alert_kind === 'all_clear'} />
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-2 @3xl:grid-cols-[minmax(0,5fr)_9rem_minmax(0,4fr)]">
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold wrap-anywhere">
            <button ref={opener} type="button" onClick={onOpen} className="text-left after:absolute after:inset-0">
              {titleOf(mailing)}
            </button>
          </h3>
          <p className="text-sm text-muted">
            {subtitleOf(mailing, zone)}{' '}
            {(running || state !== 'finished' || isTooLate) && (
              <Badge variant={running ? 'bell' : 'plain'}>{word}</Badge>
            )}
          </p>
        </div>
        <p className="text-sm text-muted tabular-nums">{channelsOf(mailing)}</p>
        {state !== 'waiting' && mailing.total > 0 && (
          <DeliveryBar results={resultsOf(mailing)} label={ledgerTexts.progress(nameOf(mailing))} />
        )}
        {waits && <p className="text-sm @3xl:col-span-3">{reviewText(mailing)}</p>}
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </li>
  )
}

const icons: Partial<Record<Mailing['kind'], LucideIcon>> = {
  alert: TriangleAlert,
  change: PencilLine,
  message: Mail,
  test: FlaskConical,
}

function Tile({ kind, isOver }: { kind: Mailing['kind']; isOver: boolean }) {
  const Icon = isOver ? CircleCheck : (icons[kind] ?? CalendarDays)
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-lg max-sm:hidden',
        isOver
          ? 'bg-ok-soft text-ok'
          : kind === 'alert'
            ? 'bg-danger-solid text-white'
            : kind === 'test'
              ? 'bg-sunk'
              : 'bg-event-soft text-event',
      )}
    >
      <Icon className="size-5" />
    </span>
  )
}
