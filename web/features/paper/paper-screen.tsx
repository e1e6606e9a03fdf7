import { Link } from 'react-router'
import { monthName } from '#domain/date-words.ts'
import { addMonths, firstDayOf, type Month } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import { type PaperStyle, paperStyles } from '#domain/paper.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FlyerSheet, ListSheet, MonthSheet } from './sheets.tsx'
import { paperTexts } from './texts.ts'

export interface Paper {
  style: PaperStyle
  month: Month
  events: readonly PublicEvent[]
  calendar: {
    id: string
    name: string
    description: string | null
    city: string
    state: string
    time_zone: string
    identifier: number
    allow_guest_users: boolean
  }
}

interface PaperScreenProps {
  paper: Paper
  /** Draws an address to scan. */
  qr: (url: string) => React.ReactNode
}

/** Lets people choose a sheet and shows it as it will be printed. All of it is links, so that it works without scripts. */
export function PaperScreen({ paper, qr }: PaperScreenProps) {
  const { style, month, calendar, events } = paper
  const { siteUrl } = useSettings()
  // Only the number of a listed calendar leads to it.
  const url = calendar.allow_guest_users ? `${siteUrl}/c/${calendar.identifier}` : `${siteUrl}/calendar/${calendar.id}`
  const address = url.replace(/^https?:\/\//, '')
  const href = (next: Partial<Pick<Paper, 'style' | 'month'>>) => {
    const to = { style, month, ...next }
    return `/calendar/${calendar.id}/print?style=${to.style}&month=${to.month}`
  }
  const sheet = { calendar, month, events, address }
  return (
    <div className="mx-auto max-w-6xl px-4 py-6 print:max-w-none print:p-0">
      <div data-print="no" className="mb-6 space-y-4">
        <h1 className="text-2xl wrap-anywhere">{paperTexts.title}</h1>
        <nav aria-label={paperTexts.choice} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {paperStyles.map((each) => (
            <Link
              key={each}
              to={href({ style: each })}
              preventScrollReset
              aria-current={each === style ? 'page' : undefined}
              className={classes(
                'rounded-lg border p-3 no-underline hover:bg-sunk',
                each === style
                  ? 'border-bell-line bg-bell-soft outline-2 -outline-offset-2 outline-bell-line'
                  : 'border-line-strong bg-card',
              )}
            >
              <span className="block font-semibold">{paperTexts.styles[each]}</span>
              <span className="block text-sm text-muted">{paperTexts.hints[each]}</span>
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => window.print()} className="noscript:hidden">
            {paperTexts.print}
          </Button>
          <noscript>
            <p>{paperTexts.noScript}</p>
          </noscript>
          {style !== 'flyer' && (
            <nav aria-label={paperTexts.months} className="flex flex-wrap items-center gap-3">
              <MonthLink to={addMonths(month, -1)} href={(to) => href({ month: to })} label={paperTexts.previous} />
              <MonthLink to={addMonths(month, 1)} href={(to) => href({ month: to })} label={paperTexts.next} />
            </nav>
          )}
          <ButtonLink to={`/calendar/${calendar.id}`} variant="quiet">
            {paperTexts.back}
          </ButtonLink>
        </div>
      </div>
      <section
        aria-label={paperTexts.sheet}
        className="rounded-lg border border-line bg-white p-6 max-sm:p-4 text-black print:border-0 print:p-0 forced-color-adjust-none"
      >
        <div className={classes('mx-auto', style === 'month' ? landscape : portrait)}>
          {style === 'month' && <MonthSheet {...sheet} />}
          {style === 'list' && <ListSheet {...sheet} />}
          {style === 'large' && <ListSheet {...sheet} isLarge />}
          {style === 'flyer' && (
            <FlyerSheet {...sheet} description={calendar.description} qr={qr(url)} smallQr={qr(url)} />
          )}
        </div>
      </section>
    </div>
  )
}

function MonthLink({ to, href, label }: { to: Month; href: (to: Month) => string; label: string }) {
  const first = firstDayOf(to)
  if (first < EVENT_DAY_FIRST || first > EVENT_DAY_LAST) return null
  return (
    <ButtonLink to={href(to)} variant="secondary" preventScrollReset>
      <span className="sr-only">{label}: </span>
      {monthName(to)}
    </ButtonLink>
  )
}

// A sheet keeps its width and is drawn smaller where a screen has no room for it.
// In px: WebKit does not scale rem by zoom.
const landscape = 'min-w-[800px] max-lg:not-print:[zoom:0.65] max-sm:not-print:[zoom:0.3]'
const portrait = 'not-print:w-[736px] max-lg:not-print:[zoom:0.7] max-sm:not-print:[zoom:0.33]'
