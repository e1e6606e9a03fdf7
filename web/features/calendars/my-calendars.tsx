import { CalendarPlus, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { canCreateCalendar } from '#domain/roles.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MyCalendar } from './calendar.ts'
import { CalendarCard, type CardActions } from './calendar-card.tsx'
import { CalendarCardSkeleton } from './calendar-card-skeleton.tsx'
import { useMyCalendars } from './queries.ts'
import { RecentlyDeleted } from './recently-deleted.tsx'
import { calendarScreenTexts, dashboardTexts } from './texts.ts'
import { TrialNotice } from './trial-notice.tsx'

interface MyCalendarsProps extends CardActions {
  person: { id: string; isEmailConfirmed: boolean }
  onTrial: boolean
  /** Is shown above the calendars. */
  banner: ReactNode
  onCreate: () => void
}

export function MyCalendars({ person, onTrial, banner, onCreate, ...actions }: MyCalendarsProps) {
  const { data, error, isPending, refetch } = useMyCalendars()
  const mayCreate = canCreateCalendar(person)
  useEffect(() => {
    if (error) toast(errorToast(error, calendarScreenTexts.loadAllFailed))
  }, [error])

  return (
    <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-10">
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-3xl sm:text-4xl">{calendarScreenTexts.myCalendars}</h1>
        {onTrial && <Badge variant="bell">{calendarScreenTexts.freeAccount}</Badge>}
        <Button
          className="ml-auto"
          disabled={!mayCreate}
          title={mayCreate ? undefined : dashboardTexts.unconfirmedHint}
          onClick={onCreate}
        >
          <Plus aria-hidden="true" className="size-5" />
          {calendarScreenTexts.newCalendar}
        </Button>
      </div>
      <div className="mb-6 space-y-3 empty:hidden">{banner}</div>
      {onTrial && <TrialNotice />}
      {isPending && <CardsSkeleton />}
      {error && !data && <LoadFailed onRetry={() => refetch()} />}
      {data && data.length > 0 && <Cards calendars={data} userId={person.id} {...actions} />}
      {data?.length === 0 && (
        <EmptyState
          icon={CalendarPlus}
          title={calendarScreenTexts.noCalendarsYet}
          action={
            <Button disabled={!mayCreate} onClick={onCreate}>
              {calendarScreenTexts.createCalendar}
            </Button>
          }
        >
          {mayCreate ? dashboardTexts.emptyBody : dashboardTexts.unconfirmedHint}
        </EmptyState>
      )}
      {data && <RecentlyDeleted />}
    </div>
  )
}

const grid = 'grid gap-5 md:grid-cols-2'

function Cards({ calendars, ...rest }: { calendars: MyCalendar[]; userId: string } & CardActions) {
  return (
    <ul className={grid}>
      {calendars.map((calendar) => (
        <li key={calendar.id} className="min-w-0">
          <CalendarCard calendar={calendar} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function CardsSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{dashboardTexts.loading}</span>
      <CalendarCardSkeleton />
      <CalendarCardSkeleton />
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={TriangleAlert}
      title={calendarScreenTexts.loadAllFailed.body}
      action={<Button onClick={onRetry}>{dashboardTexts.tryAgain}</Button>}
    />
  )
}
