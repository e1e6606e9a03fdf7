import { Hash, MapPin, Printer, UsersRound } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { mailtoLink } from '#domain/mailto-link.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { EventSearch } from '#web/features/calendar-view/event-search.tsx'
import { ViewBar } from '#web/features/calendar-view/view-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Page } from '#web/ui/page.tsx'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import { PublicMonthView, type PublicViewProps } from './public-month-view.tsx'

const loadOtherView = () => import('./public-other-view.tsx')
const PublicOtherView = lazyExport(loadOtherView, 'PublicOtherView')

interface PublicCalendarScreenProps extends PublicViewProps {
  /** Follow, and the buttons beside it. */
  actions?: ReactNode
}

/** Shows a calendar to visitors. */
export function PublicCalendarScreen({ shown, actions, eventAction }: PublicCalendarScreenProps) {
  const { calendar, viewQuery, members, today } = shown
  const View = viewQuery.view === 'month' && viewQuery.search === '' ? PublicMonthView : PublicOtherView
  return (
    <Page width="calendar">
      <header className="mb-8 flex flex-wrap items-end gap-x-8 gap-y-5">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-4xl sm:text-5xl">{calendar.name}</h1>
          <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-muted">
            <Fact icon={<UsersRound aria-hidden="true" className="size-4.5" />}>
              {publicCalendarTexts.members(members)}
            </Fact>
            <Fact icon={<Hash aria-hidden="true" className="size-4.5" />}>
              {publicCalendarTexts.calendarNumber(calendar.identifier)}
            </Fact>
            <Fact icon={<MapPin aria-hidden="true" className="size-4.5" />}>
              {calendar.city}, {calendar.state}
            </Fact>
          </ul>
        </div>
        <div data-print="no" className="flex flex-wrap gap-3">
          {actions}
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            {/* Without its label it fits beside the others on a phone. */}
            <span className="max-sm:sr-only">{calendarPageTexts.print}</span>
          </Button>
        </div>
      </header>

      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only prefetches the code of the links inside. */}
      <div
        data-print="no"
        className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3"
        onPointerEnter={loadOtherView}
        onFocus={loadOtherView}
      >
        <ViewBar viewQuery={viewQuery} today={today} />
        <EventSearch viewQuery={viewQuery} />
      </div>
      {/* Around every view: the current one stays until the next has loaded. */}
      <Suspense>
        <ViewerZone>
          <View shown={shown} eventAction={eventAction} />
        </ViewerZone>
      </Suspense>

      <div className="mt-6 grid gap-6 md:grid-cols-2">
        {calendar.description && (
          <Card className="p-5 sm:p-6">
            <h2 className="text-xl">{publicCalendarTexts.about}</h2>
            <p className="mt-2 whitespace-pre-line text-muted">{calendar.description}</p>
          </Card>
        )}
        <Card className="p-5 sm:p-6">
          <h2 className="text-xl">{calendarPageTexts.publicCalendar}</h2>
          <p className="mt-2 text-muted">
            {calendarPageTexts.isPublic}
            {calendar.admin_email && (
              <>
                {` ${calendarPageTexts.questions} `}
                <a href={mailtoLink(calendar.admin_email)} className="link">
                  {calendar.admin_email}
                </a>
                .
              </>
            )}
          </p>
        </Card>
      </div>
    </Page>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {icon}
      {children}
    </li>
  )
}
