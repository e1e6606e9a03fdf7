import { ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { canAddEvent, canManageRecipients, canOpenSettings, type Membership } from '../../../domain/roles.ts'

// Phones have them, and no script of a first load waits for them.
const SectionIcon = lazyExport(() => import('./section-icon.tsx'), 'SectionIcon')

interface CalendarTabsProps {
  calendarId: string
  /** Undefined if the calendar could not be read. */
  membership?: Membership | undefined
}

/** The sections of a calendar, as far as the person may open them. A phone has them in a bar at the bottom, with the alert that a wide header has beside its buttons. */
export function CalendarTabs({ calendarId, membership }: CalendarTabsProps) {
  const { pathname } = useLocation()
  const path = `/calendars/${calendarId}`
  const tabs = [
    { to: path, label: frameTexts.calendar, icon: 'calendar', shown: true },
    {
      to: `${path}/people`,
      label: frameTexts.people,
      icon: 'people',
      shown: membership && canManageRecipients(membership),
    },
    {
      to: `${path}/mailings`,
      label: frameTexts.mailings,
      icon: 'mailings',
      shown: membership && canManageRecipients(membership),
    },
    {
      to: `${path}/setup`,
      label: frameTexts.settings,
      icon: 'settings',
      shown: membership && canOpenSettings(membership),
    },
    { to: `${path}/alert`, label: frameTexts.newAlert, icon: 'alert', shown: membership && canAddEvent(membership) },
  ] as const
  const isShown = (to: string) => (to === path ? pathname === path : pathname.startsWith(to))
  return (
    <nav
      aria-label={frameTexts.sections}
      data-bottom-bar
      className="flex items-stretch sm:-mx-2 sm:h-11 lg:mx-0 lg:h-14"
    >
      {tabs
        .filter(({ shown }) => shown)
        .map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            prefetch="intent"
            aria-current={isShown(to) ? 'page' : undefined}
            className={classes(
              'flex items-center border-y-3 border-transparent text-sm font-semibold whitespace-nowrap no-underline max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:pt-1 max-sm:pb-2 max-sm:text-xs sm:px-4 lg:px-3 xl:px-4',
              isShown(to) ? 'border-b-bell-line text-ink' : 'text-muted hover:text-ink',
              icon === 'alert' && 'text-danger! sm:hidden',
            )}
          >
            <span aria-hidden="true" className="size-6 sm:hidden">
              <Suspense>
                <SectionIcon name={icon} />
              </Suspense>
            </span>
            {label}
          </Link>
        ))}
      <a
        href={`/calendar/${calendarId}`}
        className="ml-auto hidden items-center gap-1.5 px-4 text-sm text-muted no-underline hover:text-ink sm:flex lg:hidden 2xl:flex"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        {frameTexts.viewPublicPage}
      </a>
    </nav>
  )
}
