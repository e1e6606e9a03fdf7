import { TriangleAlert, Undo2, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { seconds } from '#domain/durations.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSendHeld, useWithdrawHeld } from './mutations.ts'
import { type HeldAlert, useHeldAlert } from './queries.ts'
import { composerTexts, heldTexts } from './texts.ts'

interface HeldAlertScreenProps {
  calendar: { id: string; name: string }
  id: string
  onSent: (held: HeldAlert) => void
  /** It was taken back, or refused: `held` is the draft. */
  onDraft: (held: HeldAlert) => void
}

/** The ten seconds of an alert: what leaves to whom, with Undo and Send now. The server sends it, also when this screen is closed. */
export function HeldAlertScreen({ calendar, id, onSent, onDraft }: HeldAlertScreenProps) {
  const { data: held, error, refetch, dataUpdatedAt } = useHeldAlert(id)
  const state = held?.state
  useEffect(() => {
    if (held?.state === 'sent') onSent(held)
    if (held?.state === 'withdrawn') onDraft(held)
  }, [held, onSent, onDraft])
  if (held === null) return <p>{composerTexts.notAnAlert}</p>
  if (!held)
    return error ? (
      <LoadError message={composerTexts.loadFailed} onRetry={refetch} />
    ) : (
      <Skeleton className="h-96 rounded-xl" />
    )
  return (
    <Card className="max-w-3xl space-y-6 p-4 sm:p-6">
      {state === 'refused' ? (
        <Refused held={held} onDraft={onDraft} />
      ) : (
        <Countdown held={held} end={dataUpdatedAt + held.milliseconds_left} calendar={calendar} />
      )}
      <Message held={held} name={calendar.name} />
    </Card>
  )
}

interface CountdownProps {
  held: HeldAlert
  /** When it leaves, by the clock of this browser. */
  end: number
  calendar: { id: string; name: string }
}

function Countdown({ held, end, calendar }: CountdownProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const left = useSecondsUntil(end)
  const send = useSendHeld(calendar.id, held.id)
  const withdraw = useWithdrawHeld(calendar.id, held.id)
  const isBusy = send.isPending || withdraw.isPending || held.state !== 'waiting'
  return (
    <>
      <div className="flex items-center gap-5">
        <Ring left={left} />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-2xl">
            {left > 0 ? heldTexts.sendingIn(left) : heldTexts.leaving}
          </h2>
          <p className="wrap-anywhere">{heldTexts.to(reachedBy(held), calendar.name)}</p>
          <p className="text-muted">{heldTexts.nothingLeft}</p>
        </div>
      </div>
      <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
        <Button size="large" disabled={isBusy} working={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {!withdraw.isPending && <Undo2 aria-hidden="true" className="size-5" />}
          {heldTexts.undo}
        </Button>
        <Button
          size="large"
          variant="quietDanger"
          className="border border-danger bg-card"
          disabled={isBusy}
          working={send.isPending}
          onClick={() => send.mutate()}
        >
          {!send.isPending && <Zap aria-hidden="true" className="size-5" />}
          {heldTexts.sendNow}
        </Button>
      </div>
      <p className="text-sm text-muted">{heldTexts.hint}</p>
    </>
  )
}

/** The all clear goes to those who got the alert, as its composer said. */
const reachedBy = ({ kind, people, events }: HeldAlert) =>
  kind === 'all_clear' ? (events?.sent_count ?? people) : people

const WAIT_SECONDS = 10

/** A ring that empties. The heading beside it says the same. */
function Ring({ left }: { left: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className="size-20 shrink-0 -rotate-90 sm:size-28">
      <circle cx="50" cy="50" r="45" fill="none" strokeWidth="9" className="stroke-danger-soft" />
      <circle
        cx="50"
        cy="50"
        r="45"
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        pathLength={WAIT_SECONDS}
        strokeDasharray={`${Math.min(left, WAIT_SECONDS)} ${WAIT_SECONDS}`}
        className="stroke-danger"
      />
      <text
        x="50"
        y="50"
        dy="0.35em"
        textAnchor="middle"
        className="origin-center rotate-90 fill-ink font-display text-4xl"
      >
        {left}
      </text>
    </svg>
  )
}

function useSecondsUntil(end: number): number {
  const leftAt = () => Math.max(0, Math.ceil((end - Date.now()) / seconds(1)))
  const [left, setLeft] = useState(leftAt)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / seconds(1))))
    tick()
    const timer = setInterval(tick, 200)
    return () => clearInterval(timer)
  }, [end])
  return left
}

function Refused({ held, onDraft }: { held: HeldAlert; onDraft: (held: HeldAlert) => void }) {
  return (
    <div role="alert" className="space-y-3">
      <h2 className="text-2xl">{heldTexts.refused}</h2>
      <p className="wrap-anywhere">{held.problem}</p>
      <Button onClick={() => onDraft(held)}>{heldTexts.back}</Button>
    </div>
  )
}

function Message({ held, name }: { held: HeldAlert; name: string }): ReactNode {
  const isOver = held.kind === 'all_clear'
  return (
    <section aria-label={heldTexts.what}>
      <h3 className="mb-2 font-sans font-semibold">{heldTexts.what}</h3>
      <div className="overflow-hidden rounded-xl border border-line">
        <div className={isOver ? 'bg-ok-soft p-4' : 'bg-danger-solid p-4 text-white'}>
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm font-semibold">
            <span className="flex items-center gap-2">
              <TriangleAlert aria-hidden="true" className="size-4" />
              {heldTexts.kinds[held.kind]}
            </span>
            <span className="font-normal wrap-anywhere">{name}</span>
          </p>
          <p dir="auto" className="mt-1 font-display text-xl wrap-anywhere">
            {held.headline ?? held.events?.title}
          </p>
        </div>
        {(held.message ?? held.events?.description) && (
          <p dir="auto" className="p-4 whitespace-pre-line wrap-anywhere">
            {held.message ?? held.events?.description}
          </p>
        )}
      </div>
    </section>
  )
}
