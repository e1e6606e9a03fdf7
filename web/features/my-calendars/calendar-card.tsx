import { CalendarDays, LogOut, Mail, MapPin, Phone, Send, Settings, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calendarKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { type MyCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { calendarScreenTexts, dashboardTexts } from '#web/features/calendars/texts.ts'
import type { Upcoming } from '#web/features/calendars/upcoming.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { canLeave, canManageRecipients, canOpenSettings, isOwner } from '../../../domain/roles.ts'
import { CardUpcoming } from './card-upcoming.tsx'

export interface CardActions {
  onManageRecipients: (calendar: MyCalendar) => void
  onOpenMailings: (calendar: MyCalendar) => void
  onOpenSettings: (calendar: MyCalendar) => void
  onLeave: (calendar: MyCalendar) => void
}

interface CalendarCardProps extends CardActions {
  calendar: MyCalendar
  /** Undefined when it could not be loaded. */
  upcoming: Upcoming | undefined
  userId: string
}

export function CalendarCard({ calendar, upcoming, userId, ...on }: CalendarCardProps) {
  const { id, name, identifier, description, state, city, disabled } = calendar
  const membership = membershipIn(calendar, userId)
  // Several cards have the same buttons, so each accessible name includes the calendar.
  const of = (label: string) => `${label}: ${name}`
  const actions = [
    canManageRecipients(membership) && {
      label: calendarScreenTexts.manageRecipients,
      icon: Users,
      act: on.onManageRecipients,
    },
    canManageRecipients(membership) && { label: dashboardTexts.mailings, icon: Send, act: on.onOpenMailings },
    canOpenSettings(membership) && { label: calendarScreenTexts.settings, icon: Settings, act: on.onOpenSettings },
    canLeave(membership) && { label: calendarScreenTexts.leave, icon: LogOut, act: on.onLeave },
  ].filter((action) => action !== false)
  return (
    <Card className="flex h-full flex-col p-5 sm:p-6">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 text-xl wrap-anywhere">{name}</h2>
        {disabled && <Badge variant="danger">{dashboardTexts.disabled}</Badge>}
        <Badge>{isOwner(membership) ? dashboardTexts.owner : dashboardTexts[calendar.user_role]}</Badge>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className="tabular-nums">{calendarScreenTexts.identifier(identifier)}</span>
        <span className="inline-flex items-center gap-1">
          <MapPin aria-hidden="true" className="size-4" />
          {city}, {state}
        </span>
        {canManageRecipients(membership) && <WaitingSuggestions calendar={calendar} userId={userId} />}
      </p>
      {description && <p className="mt-3 line-clamp-3 whitespace-pre-line wrap-anywhere">{description}</p>}
      {upcoming && <CardUpcoming calendar={calendar} upcoming={upcoming} isAdmin={canManageRecipients(membership)} />}
      <dl className="mt-3 mb-5 grid grid-cols-3 gap-2 rounded-lg bg-sunk p-3 text-center">
        <Count
          icon={<CalendarDays className="size-4" />}
          value={calendar.event_count}
          label={dashboardTexts.eventsThisMonth}
        />
        <Count icon={<Mail className="size-4" />} value={calendar.email_count} label={dashboardTexts.emails} />
        <Count icon={<Phone className="size-4" />} value={calendar.phone_count} label={dashboardTexts.phones} />
      </dl>
      <div className="mt-auto grid grid-cols-2 gap-2">
        <ButtonLink
          to={`/calendars/${id}`}
          size="small"
          variant="secondary"
          aria-label={of(calendarScreenTexts.editCalendar)}
          className={actions.length % 2 === 0 ? 'col-span-2' : ''}
        >
          {calendarScreenTexts.editCalendar}
        </ButtonLink>
        {actions.map(({ label, icon: Icon, act }) => (
          <Button
            key={label}
            variant="secondary"
            size="small"
            className="px-2!"
            aria-label={of(label)}
            onClick={() => act(calendar)}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
            {label}
          </Button>
        ))}
      </div>
    </Card>
  )
}

/** Says how many suggestions wait. All cards share one request, and none waits for it. */
function WaitingSuggestions({ calendar: { id, name }, userId }: Pick<CalendarCardProps, 'calendar' | 'userId'>) {
  const { data = [] } = useRead<{ calendar: { id: string; suggestion_count: number } }[]>(
    [...calendarKeys.all, 'suggestions'],
    (rest, signal) =>
      rest
        .from('calendar_members')
        .select('calendar:calendars(id, suggestion_count)')
        .match({ user_id: userId, role: 'admin' })
        .abortSignal(signal) as never,
    { staleTime: 0 },
  )
  const count = data.find(({ calendar }) => calendar?.id === id)?.calendar.suggestion_count ?? 0
  if (count === 0) return null
  const words = frameTexts.suggestions(count)
  return (
    <Link
      to={`/calendars/${id}/setup/suggestions`}
      aria-label={`${words}: ${name}`}
      className="-my-2.5 inline-flex min-h-11 items-center no-underline hover:underline"
    >
      <Badge variant="bell">{words}</Badge>
    </Link>
  )
}

function Count({ icon, value, label }: { icon: ReactNode; value: number; label: (count: number) => string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-muted">{label(value)}</dt>
      <dd className="flex items-center justify-center gap-1.5 text-xl font-semibold tabular-nums">
        <span aria-hidden="true" className="text-muted">
          {icon}
        </span>
        {value}
      </dd>
    </div>
  )
}
