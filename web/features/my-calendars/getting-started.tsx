import type { QueryKey } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useOutletContext } from 'react-router'
import { calendarKeys } from '#web/api/query-keys.ts'
import { type MyCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { startTexts } from '#web/features/calendars/frame-texts.ts'
import { useAddMe } from '#web/features/calendars/mutations.ts'
import { NEW_EVENT } from '#web/features/calendars/new-event-form.ts'
import type { Upcoming } from '#web/features/calendars/upcoming.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { days } from '../../../domain/durations.ts'
import { canManageRecipients } from '../../../domain/roles.ts'
import { PutMeOnTheList } from './put-me-on-the-list.tsx'

/** Draws the button that sends the person a test. */
type TestButton = (button: { calendarId: string; label: string; refetch: QueryKey }) => ReactNode

export interface GettingStartedProps {
  calendar: MyCalendar
  upcoming: Upcoming
  userId: string
  testButton: TestButton
  onStarterKit: (calendar: MyCalendar) => void
}

/** Tells whether a calendar is so new that its admins get the checklist. */
export function isNewCalendar(calendar: MyCalendar, userId: string): boolean {
  const isYoung = Date.now() - Date.parse(calendar.created_at) < days(30)
  return isYoung && canManageRecipients(membershipIn(calendar, userId))
}

/** The four steps of a new calendar, until they are done or hidden, or something was sent. */
export function GettingStarted({ calendar, upcoming, userId, testButton, onStarterKit }: GettingStartedProps) {
  const { id, name } = calendar
  const hidden = useFlag(`townbell-start-hidden-${id}`)
  const shared = useFlag(`townbell-shared-${id}`)
  const path = `/calendars/${id}`
  const { email } = useOutletContext<{ email: string }>()
  const recipients = calendar.email_count + calendar.phone_count
  const [isListed, setIsListed] = useState(true)
  const addMe = useAddMe({ calendar_id: id, userId, email })
  const navigate = useNavigate()
  const toForm = () => navigate(`${path}?${NEW_EVENT}=1`)
  const steps = [
    {
      ...startTexts.event,
      isDone: upcoming.has_events,
      more: recipients === 0 && <PutMeOnTheList email={email} checked={isListed} onChange={setIsListed} />,
      button: (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:w-32">
          <Button variant="secondary" size="small" onClick={() => onStarterKit(calendar)}>
            {startTexts.event.kit}
          </Button>
          <Button
            variant="secondary"
            size="small"
            working={addMe.isPending}
            onClick={() => (recipients === 0 && isListed ? addMe.mutate(undefined, { onSuccess: toForm }) : toForm())}
          >
            {startTexts.event.action}
          </Button>
        </div>
      ),
    },
    {
      ...startTexts.people,
      // The first may be the leader.
      isDone: recipients > 1,
      button: <StepLink to={`${path}/people`}>{startTexts.people.action}</StepLink>,
    },
    {
      ...startTexts.test,
      isDone: upcoming.has_test,
      button: testButton({ calendarId: id, label: startTexts.test.action, refetch: calendarKeys.upcoming }),
    },
    {
      ...startTexts.share,
      isDone: shared.isSet,
      button: (
        <Button variant="secondary" size="small" onClick={share}>
          {startTexts.share.action}
        </Button>
      ),
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const isOver = upcoming.has_mailed || done === steps.length
  if (!isNewCalendar(calendar, userId) || hidden.isSet || isOver) return null

  async function share() {
    await navigator.clipboard.writeText(`${window.location.origin}/calendar/${id}`)
    toast(startTexts.copied)
    shared.set()
  }

  return (
    <Card data-start className="p-5 sm:p-6">
      <section aria-label={`${startTexts.title}: ${name}`}>
        <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3">
          <h3 className="font-sans text-base">{startTexts.title}</h3>
          <span className="mr-auto text-sm text-muted tabular-nums">{startTexts.progress(done, steps.length)}</span>
          <div className="w-28 max-sm:hidden">
            <Progress label={startTexts.progress(done, steps.length)} value={done} max={steps.length} />
          </div>
          <Button
            variant="quiet"
            size="small"
            className="-mr-3"
            aria-label={startTexts.hideOf(name)}
            onClick={hidden.set}
          >
            {startTexts.hide}
          </Button>
        </div>
        <ol>
          {steps.map(({ title, lead, isDone, button, ...step }, index) => (
            <Step key={title} number={index + 1} more={'more' in step && step.more} {...{ title, lead, isDone }}>
              {button}
            </Step>
          ))}
        </ol>
      </section>
    </Card>
  )
}

function StepLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} variant="secondary" size="small">
      {children}
    </ButtonLink>
  )
}

interface StepProps {
  number: number
  title: string
  lead: string
  isDone: boolean
  /** What else it asks for. */
  more: ReactNode
  /** The button that does it. */
  children: ReactNode
}

function Step({ number, title, lead, isDone, more, children }: StepProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5">
      <span
        aria-hidden="true"
        className={classes(
          'grid size-8 shrink-0 place-items-center rounded-full font-semibold',
          isDone ? 'bg-ok-soft text-ok' : 'border border-line-strong',
        )}
      >
        {isDone ? <Check className="size-4.5" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <p className={isDone ? 'text-muted' : 'font-semibold'}>
          {title} {isDone && <span className="sr-only">{startTexts.done}</span>}
        </p>
        {!isDone && <p className="text-sm text-muted">{lead}</p>}
        {!isDone && more}
      </div>
      {!isDone && children}
    </li>
  )
}

/** A flag that this browser stores. */
function useFlag(key: string) {
  const [isSet, setIsSet] = useState(() => read(key))
  return {
    isSet,
    set() {
      setIsSet(true)
      try {
        localStorage.setItem(key, '1')
      } catch {
        // Private windows may refuse; it then lasts for this page.
      }
    },
  }
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
