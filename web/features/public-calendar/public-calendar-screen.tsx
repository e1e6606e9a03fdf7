import { Printer } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { mailtoLink } from '#domain/mailto-link.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Toolbar, toolbar } from '#web/features/calendar-view/toolbar.tsx'
import { ButtonLink, buttonClasses } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Page } from '#web/ui/page.tsx'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import { SHOWN_DAYS } from './coming-events.tsx'
import { PublicMonthView } from './public-month-view.tsx'
import type { PublicViewProps } from './view-props.ts'

const loadOtherView = () => import('./public-other-view.tsx')
const PublicOtherView = lazyExport(loadOtherView, 'PublicOtherView')

interface PublicCalendarScreenProps extends PublicViewProps {
  /** Follow and share. */
  actions?: ReactNode
  /** The buttons of the menu. */
  moreActions?: ReactNode
}

/** Shows a calendar to visitors. */
export function PublicCalendarScreen({ shown, actions, moreActions, eventAction }: PublicCalendarScreenProps) {
  const { calendar, viewQuery, members, today, month } = shown
  const View = viewQuery.view === 'month' && viewQuery.search === '' ? PublicMonthView : PublicOtherView
  return (
    <Page width="calendar" className="pt-3!">
      <header className="mb-3 flex flex-wrap items-end gap-x-8 gap-y-4 lg:flex-nowrap">
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
        {/* Beside the name only where there is room for them, whatever has arrived of the page: else they would move. */}
        <div data-print="no" data-bottom-bar className="flex gap-2 max-lg:w-full max-sm:gap-1.5">
          {actions}
          <DropDown
            trigger={calendarPageTexts.more}
            className={classes(buttonClasses({ variant: 'secondary' }), 'max-sm:flex-1')}
            panelClassName="right-4 open:grid gap-2 p-3 max-sm:top-auto! max-sm:bottom-20"
            closesOnButton
            isAlwaysThere
          >
            {moreActions}
            <ButtonLink to={`/calendar/${calendar.id}/print?month=${month}`} variant="secondary" rel="nofollow">
              <Printer aria-hidden="true" className="size-5" />
              {calendarPageTexts.print}
            </ButtonLink>
          </DropDown>
        </div>
      </header>

      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only prefetches the code of the links inside. */}
      <div
        className={classes(toolbar, shown.coming && 'bar-with-month')}
        onPointerEnter={loadOtherView}
        onFocus={loadOtherView}
      >
        <Toolbar {...{ viewQuery, today }} headingId={SHOWN_DAYS} />
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
