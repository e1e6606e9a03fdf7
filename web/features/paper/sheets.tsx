import { briefTime, longDay, monthName, shortDay, weekdayAndDate, weekdayNames } from '#domain/date-words.ts'
import { type Day, firstDayOf, lastDayOf, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { placeWords, timeWords } from '#domain/event-words.ts'
import { byDays, monthSize } from '#domain/paper.ts'
import { statusNames, takesPlace } from '#domain/statuses.ts'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { classes } from '#web/ui/classes.ts'
import { paperTexts } from './texts.ts'

interface SheetProps {
  calendar: { name: string; city: string; state: string; time_zone: string }
  month: Month
  events: readonly PublicEvent[]
  /** The calendar's address without the protocol. */
  address: string
}

const sizes = { normal: 'text-[8.5pt]', small: 'text-[7pt]', tiny: 'text-[6pt]' }

/** A month in landscape, with every title. A week that does not fit goes to the next sheet as a whole. */
export function MonthSheet({ calendar, month, events, address }: SheetProps) {
  const weeks = monthGrid(month).filter((week) => week.some((day) => monthOf(day) === month))
  const days = byDays(events, firstDayOf(month), lastDayOf(month))
  const of = new Map(days.map(({ day, events }) => [day, events]))
  const size = monthSize(days.map(({ events }) => events.length))
  return (
    <div className="sheet-landscape">
      <SheetHead calendar={calendar} title={monthName(month)} address={address} />
      <table className={classes('w-full table-fixed border-collapse leading-tight', sizes[size])}>
        <thead>
          <tr>
            {weekdayNames('short').map((name) => (
              <th key={name} scope="col" className="border border-[#555] p-0.5 text-left text-[8pt] font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} data-print="together">
              {week.map((day) => (
                <td key={day} className="h-[27mm] border border-[#555] p-0.5 align-top">
                  {monthOf(day) === month && <DayCell day={day} events={of.get(day) ?? []} zone={calendar.time_zone} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayCell({ day, events, zone }: { day: Day; events: readonly PublicEvent[]; zone: string }) {
  return (
    <>
      <span className="block text-[9pt] font-semibold">{Number(day.slice(8))}</span>
      <ul>
        {events.map((event) => (
          <li key={event.id} className="line-clamp-2 wrap-anywhere">
            <CategoryDot
              category={event.category}
              isPlain
              isOff={!takesPlace(event.status)}
              className="mr-0.5 inline-block size-[0.7em]"
            />
            {!event.all_day && event.event_date === day && `${briefTime(event.start_time, zone)} `}
            <span className={takesPlace(event.status) ? 'font-semibold' : 'line-through'}>{event.title}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A month day by day; in large letters, or as many as fit. */
export function ListSheet({ calendar, month, events, address, isLarge = false }: SheetProps & { isLarge?: boolean }) {
  const days = byDays(events, firstDayOf(month), lastDayOf(month))
  return (
    <div className={isLarge ? 'text-[20pt] leading-snug' : 'text-[10pt] leading-snug'}>
      <SheetHead calendar={calendar} title={monthName(month)} address={address} isLarge={isLarge} />
      {days.length === 0 && <p>{paperTexts.nothing}</p>}
      <div className={isLarge ? undefined : 'sm:columns-2 print:columns-2 gap-8'}>
        {days.map(({ day, events }) => (
          <section key={day} className={isLarge ? 'mb-6' : 'mb-3'} data-print="together">
            <h3
              className={classes(
                'border-b border-[#555] font-sans font-semibold',
                isLarge ? 'text-[20pt]' : 'text-[11pt]',
              )}
            >
              {isLarge ? longDay(day) : weekdayAndDate(day)}
            </h3>
            <ul>
              {events.map((event) => (
                <li key={event.id} className="mt-1 wrap-anywhere">
                  <EventLine event={event} zone={calendar.time_zone} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function EventLine({ event, zone }: { event: PublicEvent; zone: string }) {
  const place = placeWords(event)
  return (
    <>
      <span className={classes('font-semibold', !takesPlace(event.status) && 'line-through')}>{event.title}</span>{' '}
      {event.status !== 'scheduled' && `(${statusNames[event.status]})`}
      <span className="block">
        {timeWords(event, zone)}
        {place && `, ${place}`}
      </span>
    </>
  )
}

const STRIPS = ['1', '2', '3', '4', '5', '6', '7', '8']
const SOON = 6

interface FlyerProps extends SheetProps {
  description: string | null
  qr: React.ReactNode
  smallQr: React.ReactNode
}

/** What comes next, a code to scan, and strips with the address. */
export function FlyerSheet({ calendar, events, address, description, qr, smallQr }: FlyerProps) {
  const soon = events.filter(({ status }) => takesPlace(status)).slice(0, SOON)
  return (
    <div className="flex flex-col text-[12pt] leading-snug print:min-h-[245mm]">
      <h2 className="text-[34pt] leading-tight wrap-anywhere">{calendar.name}</h2>
      <p className="mt-1 text-[13pt]">
        {calendar.city}, {calendar.state}
      </p>
      {description && <p className="mt-3 line-clamp-4 wrap-anywhere">{description}</p>}
      <div className="my-5 grid grid-cols-[1fr_auto] gap-6">
        <section className="min-w-0">
          <h3 className="text-[18pt]">{soon.length > 0 ? paperTexts.next5 : paperTexts.nothingSoon}</h3>
          <ul>
            {soon.map((event) => (
              <li key={event.id} className="mt-2 wrap-anywhere" data-print="together">
                <strong className="line-clamp-2">{event.title}</strong>
                <span className="block">
                  {[shortDay(event.event_date), timeWords(event, calendar.time_zone), placeWords(event)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <div className="w-[52mm] text-center text-[10pt]">
          {qr}
          <p className="mt-1 font-semibold wrap-anywhere">{address}</p>
          <p className="mt-1">{paperTexts.follow}</p>
        </div>
      </div>
      {/* The strips repeat what stands above. */}
      <div
        aria-hidden="true"
        className="mt-auto grid grid-cols-8 border-t border-dashed border-[#555] pt-0"
        data-print="together"
      >
        {STRIPS.map((strip) => (
          <div
            key={strip}
            className="flex h-[62mm] flex-col items-center justify-between overflow-hidden border-l border-dashed border-[#555] p-1 first:border-l-0"
          >
            <p className="line-clamp-2 max-h-[44mm] min-h-0 text-[8pt] leading-tight wrap-anywhere [writing-mode:vertical-rl]">
              <strong>{calendar.name}</strong>
              <br />
              {address}
            </p>
            <span className="block w-[16mm] shrink-0">{smallQr}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

function SheetHead({
  calendar,
  title,
  address,
  isLarge,
}: Pick<SheetProps, 'calendar' | 'address'> & { title: string; isLarge?: boolean }) {
  return (
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className={classes('min-w-0 wrap-anywhere', isLarge ? 'text-[28pt]' : 'text-[18pt]')}>
        {calendar.name}: {title}
      </h2>
      <p className={isLarge ? 'text-[16pt]' : 'text-[9pt]'}>{address}</p>
    </div>
  )
}
