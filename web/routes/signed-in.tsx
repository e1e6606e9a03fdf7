import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Outlet, useMatches, useParams } from 'react-router'
import { seconds } from '#domain/durations.ts'
import { canAddEvent, canEditDetails } from '#domain/roles.ts'
import { RequestError } from '#web/api/request-errors.ts'
import { CalendarSwitcher } from '#web/features/calendar-frame/calendar-switcher.tsx'
import { CalendarTabs } from '#web/features/calendar-frame/calendar-tabs.tsx'
import { Keys } from '#web/features/calendar-frame/keys.tsx'
import { NewAlert, NewEvent } from '#web/features/calendar-frame/new-event.tsx'
import { NewEventChoice } from '#web/features/calendar-frame/new-event-choice.tsx'
import { SuggestionBadge } from '#web/features/calendar-frame/suggestion-badge.tsx'
import { membershipIn } from '#web/features/calendars/calendar.ts'
import { useMemberCalendar } from '#web/features/calendars/queries.ts'
import { AccountMenu } from '#web/features/company/account-menu.tsx'
import { FrameHeader } from '#web/features/company/frame-header.tsx'
import { SiteHeader } from '#web/features/company/site-header.tsx'
import { PageBody, SitePage } from '#web/features/company/site-page.tsx'
import { type Person, SignedInOnly } from '#web/features/sign-in/signed-in-only.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'

const LiveCalendar = lazyExport(() => import('#web/features/calendar-frame/live-calendar.tsx'), 'LiveCalendar')

export default function SignedIn() {
  const { id } = useParams()
  return (
    <SignedInOnly
      whileLoading={(spinner) => (
        <PageBody
          header={
            // Which header is right is known before the first paint, but not on the server.
            <>
              <SiteHeader className="signed-in:hidden" />
              <FrameHeader className="signed-out:hidden" tabs={id && tabsSpace} />
            </>
          }
        >
          <FullHeight>{spinner}</FullHeight>
        </PageBody>
      )}
      signedOut={(screen) => (
        <SitePage>
          <FullHeight>{screen}</FullHeight>
        </SitePage>
      )}
    >
      {(person) => (
        // Keyed by person, so that cached data is never shown to the next person on this browser.
        <QueryCache key={person.id}>
          <PageBody header={<Frame person={person} />}>
            <FullHeight>
              <Outlet context={person} />
            </FullHeight>
          </PageBody>
        </QueryCache>
      )}
    </SignedInOnly>
  )
}

/** Holds the place of a calendar's sections while it is read. */
const tabsSpace = <div className="sm:h-11 lg:h-14" />

/** Is as tall as the window, so that the footer does not move while the screen loads. */
function FullHeight({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh">{children}</div>
}

/** The header: of one calendar, or of all. */
function Frame({ person }: { person: Person }) {
  const { id } = useParams()
  const screen = useMatches().at(-1)?.id
  const isDashboard = screen === 'routes/dashboard' || screen === 'calendar-settings'
  const menu = <AccountMenu name={person.name} email={person.email} />
  if (!id || isDashboard) {
    return (
      <FrameHeader switcher={<CalendarSwitcher />}>
        <Keys />
        {isDashboard && <NewEventChoice userId={person.id} />}
        {menu}
      </FrameHeader>
    )
  }
  return (
    <CalendarFrame id={id} person={person}>
      {menu}
    </CalendarFrame>
  )
}

function CalendarFrame({ id, person, children }: { id: string; person: Person; children: ReactNode }) {
  const { data: calendar, isPending } = useMemberCalendar(id, person.id)
  const membership = calendar ? membershipIn(calendar, person.id) : undefined
  return (
    // The sections wait for the calendar's name, which would push them aside.
    <FrameHeader
      switcher={<CalendarSwitcher calendar={calendar} isEditable={membership && canEditDetails(membership)} />}
      tabs={isPending ? tabsSpace : <CalendarTabs calendarId={id} membership={membership} />}
    >
      <Suspense>{calendar && <LiveCalendar calendar={calendar} />}</Suspense>
      {calendar && <SuggestionBadge calendarId={id} count={calendar.suggestion_count} />}
      <Keys calendar={calendar} membership={membership} />
      {membership && canAddEvent(membership) && (
        <>
          <NewAlert calendarId={id} />
          <NewEvent calendarId={id} />
        </>
      )}
      {children}
    </FrameHeader>
  )
}

function QueryCache({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: seconds(30),
            retry: isWorthAnotherTry,
            retryDelay: seconds(1),
            // Offline, the service worker answers with what was read last.
            networkMode: 'always',
            refetchOnReconnect: true,
          },
          // Offline, a mutation fails at once with a message instead of waiting.
          mutations: { networkMode: 'always' },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Retries once after a network or server error; a refusal would only repeat. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 1 && (!(error instanceof RequestError) || error.status === 0 || error.status >= 500)
}
