import { Ellipsis, Printer } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { mailtoLink } from '#domain/mailto-link.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { EventSearch } from '#web/features/calendar-view/event-search.tsx'
import { ViewBar } from '#web/features/calendar-view/view-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Page } from '#web/ui/page.tsx'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import { revealed } from './coming-events.tsx'
import { PublicMonthView } from './public-month-view.tsx'
import type { PublicViewProps } from './view-props.ts'

const loadOtherView = () => import('./public-other-view.tsx')
const PublicOtherView = lazyExport(loadOtherView, 'PublicOtherView')

interface PublicCalendarScreenProps extends PublicViewProps {
  /** Follow and share. */
  actions?: ReactNode
  /** The buttons that a phone shows in a menu. */
  moreActions?: ReactNode
}

/** Shows a calendar to visitors. */
export function PublicCalendarScreen({ shown, actions, moreActions, eventAction }: PublicCalendarScreenProps) {
  const { calendar, viewQuery, members, today, month } = shown
  const View = viewQuery.view === 'month' && viewQuery.search === '' ? PublicMonthView : PublicOtherView
  return (
    <Page width="calendar" className="max-sm:pt-3">
      <header className="mb-4 flex flex-wrap items-end gap-x-8 gap-y-5 sm:mb-8">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-[1.75rem] wrap-anywhere sm:text-4xl">{calendar.name}</h1>
          {/* Texts of their own, in one line. */}
          <p className="mt-1.5 text-muted max-sm:text-[0.9375rem]">
            <span>{`${calendar.city}, ${calendar.state}`}</span>
            {' · '}
            <span>{publicCalendarTexts.members(members)}</span>
            {' · '}
            <span>{publicCalendarTexts.calendarNumber(calendar.identifier)}</span>
          </p>
        </div>
        {/* A row of its own from the start: while half of the page has arrived, the first buttons would fit beside the name. */}
        <div data-print="no" data-bottom-bar className="flex gap-3 max-2xl:w-full max-sm:gap-1.5 sm:flex-wrap">
          {actions}
          <Button variant="secondary" popoverTarget="more-actions" className="max-sm:flex-1 sm:hidden">
            <Ellipsis aria-hidden="true" className="size-5" />
            {calendarPageTexts.more}
          </Button>
          {/* A menu on phones, by the browser's own means; buttons beside the others on wider screens. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: closes after any of its buttons was pressed. */}
          <div
            id="more-actions"
            popover="auto"
            onClick={(event) => event.currentTarget.hidePopover()}
            className="gap-3 bg-transparent text-ink max-sm:inset-auto max-sm:right-4 max-sm:bottom-20 max-sm:gap-2 max-sm:rounded-xl max-sm:border max-sm:border-line-strong max-sm:bg-raised max-sm:p-3 max-sm:shadow-high sm:static sm:flex sm:w-auto sm:flex-wrap sm:overflow-visible open:grid"
          >
            {moreActions}
            <ButtonLink to={`/calendar/${calendar.id}/print?month=${month}`} variant="secondary" rel="nofollow">
              <Printer aria-hidden="true" className="size-5" />
              {calendarPageTexts.print}
            </ButtonLink>
          </div>
        </div>
      </header>

      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only prefetches the code of the links inside. */}
      <div
        id="search"
        data-print="no"
        className={classes('mb-4 flex flex-wrap items-center gap-x-4 gap-y-3', shown.coming && revealed)}
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
