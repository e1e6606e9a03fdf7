import { useRef } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { clockTime, plainDay } from '../../../domain/date-words.ts'
import { dayInZone } from '../../../domain/dates.ts'
import { type EarlierImport, useEarlierImports, useUndoImport } from './import.ts'
import { eventImportTexts } from './import-texts.ts'

/** Lists the last imports, each of which can be undone. */
export function EarlierImports({ calendar }: { calendar: EventCalendar }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: imports = [] } = useEarlierImports(calendar.id)
  // The pressed button is gone then.
  const undo = useUndoImport(calendar.id, () => heading.current?.focus())
  if (imports.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports" className="mt-6 border-t border-line pt-4">
      <h3 id="earlier-imports" ref={heading} tabIndex={-1} className="text-lg">
        {eventImportTexts.earlier}
      </h3>
      <p className="mb-2 text-sm text-muted">{eventImportTexts.undoHint}</p>
      <ul className="divide-y divide-line">
        {imports.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0 wrap-anywhere">{lineOf(each, calendar.time_zone)}</span>
            {each.undone_at ? (
              <span className="text-sm text-muted">{eventImportTexts.wasUndone(each.removed ?? 0)}</span>
            ) : (
              each.remaining > 0 && (
                <Button
                  variant="secondary"
                  size="small"
                  disabled={undo.isPending}
                  working={undo.isPending && undo.variables === each.id}
                  onClick={() => undo.mutate(each.id)}
                  aria-label={`${eventImportTexts.undo}: ${lineOf(each, calendar.time_zone)}`}
                >
                  {eventImportTexts.undo}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns "Tuesday, November 17, 2026, 7:15 PM: 40 events from a file, Lena". */
function lineOf({ created_at, source, added, actor }: EarlierImport, zone: string): string {
  const when = `${plainDay(dayInZone(created_at, zone))}, ${clockTime(created_at, zone)}`
  return `${when}: ${eventImportTexts.brought(added, source)}${actor ? `, ${actor}` : ''}`
}
