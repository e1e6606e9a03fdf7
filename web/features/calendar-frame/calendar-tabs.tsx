import { ExternalLink } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { classes } from '#web/ui/classes.ts'
import { canManageRecipients, canOpenSettings, type Membership } from '../../../domain/roles.ts'

interface CalendarTabsProps {
  calendarId: string
  /** Undefined if the calendar could not be read. */
  membership?: Membership | undefined
}

/** The sections of a calendar, as far as the person may open them. */
export function CalendarTabs({ calendarId, membership }: CalendarTabsProps) {
  const { pathname } = useLocation()
  const path = `/calendars/${calendarId}`
  const tabs = [
    { to: path, label: frameTexts.calendar, shown: true },
    { to: `${path}/people`, label: frameTexts.people, shown: membership && canManageRecipients(membership) },
    { to: `${path}/mailings`, label: frameTexts.mailings, shown: membership && canManageRecipients(membership) },
    { to: `${path}/setup`, label: frameTexts.settings, shown: membership && canOpenSettings(membership) },
  ]
  return (
    <nav
      aria-label={frameTexts.sections}
      data-swipe
      className="-mx-2 flex h-11 items-stretch max-sm:overflow-x-auto lg:mx-0 lg:h-14"
    >
      {tabs
        .filter(({ shown }) => shown)
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            prefetch="intent"
            aria-current={pathname === to ? 'page' : undefined}
            className={classes(
              'flex items-center border-y-3 border-transparent px-1.5 text-sm font-semibold whitespace-nowrap no-underline min-[22.5rem]:px-2.5 sm:px-4',
              pathname === to ? 'border-b-bell-line text-ink' : 'text-muted hover:text-ink',
            )}
          >
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
