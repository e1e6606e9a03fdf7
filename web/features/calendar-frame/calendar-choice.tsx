import { ArrowLeft, ExternalLink, LayoutGrid, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { calendarScreenTexts, dashboardTexts, headingTexts } from '#web/features/calendars/texts.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { CalendarTile } from './calendar-tile.tsx'
import { isMatch } from './is-match.ts'

const row = 'flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 text-sm no-underline hover:bg-sunk'

interface CalendarChoiceProps {
  current?: string
  /** Undefined when the person may not change the name. */
  onEditName?: (() => void) | undefined
}

/** Lists my calendars, with a field to find one. */
export function CalendarChoice({ current, onEditName }: CalendarChoiceProps) {
  const { data, error, refetch } = useMyCalendars()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  if (!data)
    return error ? (
      <LoadError message={calendarScreenTexts.loadAllFailed.body} onRetry={refetch} />
    ) : (
      <ListSkeleton label={dashboardTexts.loading} row="h-11" />
    )
  const found = data.filter(({ name, identifier }) => isMatch(`${name} #${identifier}`, words))
  return (
    <>
      {current && (
        <Link to="/dashboard" className={row}>
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {calendarScreenTexts.back}
        </Link>
      )}
      {onEditName && (
        <button
          type="button"
          className={`w-full ${row}`}
          onClick={(click) => {
            click.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            onEditName()
          }}
        >
          <Pencil aria-hidden="true" className="size-4.5" />
          {headingTexts.editName}
        </button>
      )}
      <input
        ref={field}
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        aria-label={frameTexts.find}
        placeholder={frameTexts.find}
        className="my-2 h-10 w-full rounded-lg border border-line-strong bg-card px-3 text-[0.9375rem]"
      />
      <ul aria-label={calendarScreenTexts.myCalendars}>
        {found.map(({ id, name, identifier }) => (
          <li key={id}>
            <Link to={`/calendars/${id}`} aria-current={id === current ? 'true' : undefined} className={row}>
              <CalendarTile name={name} />
              <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
              <span className="text-muted tabular-nums">{calendarScreenTexts.identifier(identifier)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {found.length === 0 && words !== '' ? frameTexts.nothingFound : null}
      </p>
      <div className="mt-2 border-t border-line pt-2">
        {!current && (
          <Link to="/dashboard" className={row}>
            <LayoutGrid aria-hidden="true" className="size-4.5" />
            {frameTexts.allCalendars}
          </Link>
        )}
        {current && (
          <a href={`/calendar/${current}`} className={row}>
            <ExternalLink aria-hidden="true" className="size-4.5" />
            {frameTexts.viewPublicPage}
          </a>
        )}
      </div>
    </>
  )
}
