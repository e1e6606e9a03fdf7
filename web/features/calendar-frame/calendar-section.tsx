import type { ReactNode } from 'react'
import { useOutletContext, useParams } from 'react-router'
import { type MyCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { memberCalendarHead, titleOf } from '#web/features/calendars/texts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePageHead } from '#web/ui/use-page-head.ts'
import type { Membership } from '../../../domain/roles.ts'
import { useRedirectIfUnavailable } from './use-redirect-if-unavailable.ts'

interface CalendarSectionProps {
  title: string
  /** The heading, once the calendar is known; the title unless given. */
  heading?: (calendar: MyCalendar) => string
  /** Says who may open it; others are redirected. */
  isAllowed: (membership: Membership) => boolean
  children: (calendar: MyCalendar, membership: Membership) => ReactNode
}

/** A screen of a calendar beside its events: people, mailings, settings. */
export function CalendarSection({ title, heading, isAllowed, children }: CalendarSectionProps) {
  const { id } = useParams()
  const person = useOutletContext<{ id: string }>()
  const { data, error } = useMyCalendars()
  const mine = data?.find((calendar) => calendar.id === id)
  const membership = mine && membershipIn(mine, person.id)
  const calendar = membership && isAllowed(membership) ? mine : data ? null : undefined
  useRedirectIfUnavailable(calendar, error)
  usePageHead({
    title: titleOf(calendar ? `${title}: ${calendar.name}` : title),
    description: memberCalendarHead.description,
  })
  return (
    <div className="mx-auto max-w-[100rem] px-4 py-6 sm:px-6">
      <h1 className="mb-5 text-[1.625rem]/8 wrap-anywhere">{calendar && heading ? heading(calendar) : title}</h1>
      {calendar && membership ? (
        children(calendar, membership)
      ) : (
        <div role="status">
          <span className="sr-only">{memberCalendarHead.loading}</span>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      )}
    </div>
  )
}
