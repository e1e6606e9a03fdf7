import { type ReactNode, useEffect, useState } from 'react'
import { beginWords } from '#domain/event-words.ts'
import { closesAt, type Rsvp, type RsvpAnswer, rsvpAnswers } from '#domain/rsvp-answers.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { answerWords } from './answer-words.ts'
import { rsvpCardTexts } from './texts.ts'

const loadDialog = () => import('./rsvp-dialog.tsx')
const RsvpDialog = lazyExport(loadDialog, 'RsvpDialog')

interface RsvpCardProps {
  calendar: { id: string; time_zone: string }
  event: { id: string; title: string; start_time: string }
  rsvp: Rsvp
}

/** Asks visitors whether they come. The dialog that answers is loaded when it opens. */
export function RsvpCard({ calendar, event, rsvp }: RsvpCardProps) {
  const [answer, setAnswer] = useState<RsvpAnswer>('going')
  const [open, setOpen] = useState(false)
  const loadSoon = () => setTimeout(loadDialog)
  return (
    <RsvpFrame zone={calendar.time_zone} event={event} rsvp={rsvp}>
      <AnswerButtons
        isFull={rsvp.is_full}
        onChoose={(chosen) => {
          setAnswer(chosen)
          setOpen(true)
        }}
        onApproach={loadSoon}
      />
      <noscript>
        <p className="mt-3 text-muted">{rsvpCardTexts.noScript}</p>
      </noscript>
      <MountOnOpen open={open}>
        <RsvpDialog
          key={answer}
          calendar={calendar}
          event={event}
          rsvp={rsvp}
          start={answer}
          open={open}
          onClose={() => setOpen(false)}
        />
      </MountOnOpen>
    </RsvpFrame>
  )
}

interface AnswerButtonsProps {
  chosen?: RsvpAnswer | null
  disabled?: boolean
  /** Whether to come means to wait. */
  isFull: boolean
  onChoose: (answer: RsvpAnswer) => void
  onApproach?: () => void
}

export function AnswerButtons({ chosen = null, disabled = false, isFull, onChoose, onApproach }: AnswerButtonsProps) {
  return (
    <div className={classes('mt-4 grid gap-2', isFull ? 'grid-cols-2 *:first:col-span-2' : 'grid-cols-3')}>
      {rsvpAnswers.map((answer) => (
        <Button
          key={answer}
          variant="secondary"
          disabled={disabled}
          aria-pressed={chosen === null ? undefined : chosen === answer}
          className={classes(chosen === answer && 'border-2 border-event bg-event-soft text-event')}
          onClick={() => onChoose(answer)}
          onPointerEnter={onApproach}
          onFocus={onApproach}
        >
          {answerWords(answer, isFull)}
        </Button>
      ))}
    </div>
  )
}

interface RsvpFrameProps {
  zone: string
  event: { start_time: string }
  rsvp: Rsvp
  children: ReactNode
}

/** Says how many places are left and until when; the page is cached, so whether it is too late is known in the browser only. */
export function RsvpFrame({ zone, event, rsvp, children }: RsvpFrameProps) {
  const [isOver, setIsOver] = useState(false)
  const last = closesAt(event, rsvp).getTime()
  useEffect(() => setIsOver(last <= Date.now()), [last])
  const { capacity, shown_count: count, is_full, closes_hours } = rsvp
  const places =
    capacity === null
      ? count !== null && rsvpCardTexts.going(count)
      : count === null
        ? rsvpCardTexts.capacity(capacity)
        : rsvpCardTexts.places(count, capacity)
  return (
    <section
      aria-labelledby="rsvp"
      data-print="no"
      className="self-start rounded-xl border border-line bg-card p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="rsvp" className="text-xl">
          {rsvpCardTexts.title}
        </h2>
        {is_full && <Badge>{rsvpTexts.full}</Badge>}
      </div>
      {places && (!is_full || isOver) && <p className="mt-1 text-[0.9375rem] text-muted">{places}</p>}
      {is_full && !isOver && <p className="mt-1 text-[0.9375rem]">{rsvpCardTexts.wait}</p>}
      {closes_hours > 0 && !isOver && (
        <p className="mt-1 text-[0.9375rem] text-muted">
          {rsvpCardTexts.until(beginWords(new Date(last), { all_day: false }, zone))}
        </p>
      )}
      {isOver ? <p className="mt-3 flex min-h-12 items-center">{rsvpTexts.closed}</p> : children}
    </section>
  )
}
