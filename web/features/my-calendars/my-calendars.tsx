import { Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { errorToast } from '#web/api/request-errors.ts'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { useMyCalendars, useUpcoming } from '#web/features/calendars/queries.ts'
import { calendarScreenTexts, dashboardTexts } from '#web/features/calendars/texts.ts'
import type { Upcoming } from '#web/features/calendars/upcoming.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { canCreateCalendar } from '../../../domain/roles.ts'
import { CalendarCard, type CardActions } from './calendar-card.tsx'
import { CalendarCardSkeleton } from './calendar-card-skeleton.tsx'
import { GettingStarted, type GettingStartedProps } from './getting-started.tsx'
import { RecentlyDeleted } from './recently-deleted.tsx'
import { TrialNotice } from './trial-notice.tsx'

type StartActions = Pick<GettingStartedProps, 'testButton' | 'onStarterKit'>

interface MyCalendarsProps extends CardActions, StartActions {
  person: { id: string; isEmailConfirmed: boolean }
  onTrial: boolean
  /** Is shown above the calendars. */
  banner: ReactNode
  onCreate: () => void
}

export function MyCalendars({ person, onTrial, banner, onCreate, ...actions }: MyCalendarsProps) {
  const { data, error, isPending, refetch } = useMyCalendars()
  // Without it the cards would grow when it arrives. If it fails they show the rest.
  const upcoming = useUpcoming()
  const isReady = !isPending && (!upcoming.isPending || data?.length === 0)
  const mayCreate = canCreateCalendar(person)
  useEffect(() => {
    if (error) toast(errorToast(error, calendarScreenTexts.loadAllFailed))
  }, [error])

  return (
    <div className="mx-auto max-w-[100rem] px-4 py-6 sm:px-6 sm:py-8">
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-3xl">{calendarScreenTexts.myCalendars}</h1>
        {onTrial && <Badge variant="bell">{calendarScreenTexts.freeAccount}</Badge>}
        <Link to="/towns" className="ml-auto inline-flex min-h-11 items-center link">
          {dashboardTexts.townPages}
        </Link>
        <MainButton
          type="button"
          className="max-sm:w-full"
          variant={data?.length === 0 ? 'secondary' : 'primary'}
          reason={mayCreate ? null : { says: dashboardTexts.unconfirmedHint, field: 'resend' }}
          onClick={onCreate}
        >
          <Plus aria-hidden="true" className="size-5" />
          {calendarScreenTexts.newCalendar}
        </MainButton>
      </div>
      <div className="mb-6 space-y-3 empty:hidden">{banner}</div>
      {onTrial && <TrialNotice />}
      {!isReady && !error && <CardsSkeleton />}
      {error && !data && <LoadFailed onRetry={() => refetch()} />}
      {isReady && data && data.length > 0 && (
        <Cards calendars={data} upcoming={upcoming.data} userId={person.id} {...actions} />
      )}
      {data?.length === 0 && (
        <EmptyState
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
      {/* It may be read before the calendars, which would push it down. */}
      <div hidden={!isReady}>{data && <RecentlyDeleted />}</div>
    </div>
  )
}

const grid = 'grid grid-flow-dense gap-5 lg:grid-cols-2'

interface CardsProps extends CardActions, StartActions {
  calendars: MyCalendar[]
  upcoming: Upcoming[] | undefined
  userId: string
}

function Cards({ calendars, upcoming = [], testButton, onStarterKit, ...rest }: CardsProps) {
  return (
    <ul className={grid}>
      {calendars.map((calendar) => {
        const next = upcoming.find(({ calendar_id }) => calendar_id === calendar.id)
        return (
          <li
            key={calendar.id}
            className="grid min-w-0 grid-cols-1 gap-5 has-data-start:lg:col-span-2 has-data-start:lg:grid-cols-2"
          >
            <CalendarCard calendar={calendar} upcoming={next} {...rest} />
            {next && (
              <GettingStarted
                calendar={calendar}
                upcoming={next}
                userId={rest.userId}
                testButton={testButton}
                onStarterKit={onStarterKit}
              />
            )}
          </li>
        )
      })}
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
