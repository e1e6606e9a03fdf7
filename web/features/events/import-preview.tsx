import { shortDay } from '#domain/date-words.ts'
import { importResults, type Outcome } from '#domain/event-import/plan.ts'
import type { ImportAnswer } from './import.ts'
import { eventImportTexts, importProblemTexts } from './import-texts.ts'

const SHOWN = 100

/** Shows the result of an import or of its dry run, as counts and event by event. */
export function ImportPreview({
  answer: { counts, events },
  isDone = false,
}: {
  answer: ImportAnswer
  isDone?: boolean
}) {
  const words = isDone ? eventImportTexts.became : eventImportTexts.results
  const total = importResults.reduce((sum, result) => sum + counts[result], 0)
  const isNothing = counts.added + counts.changed + counts.removed === 0
  return (
    <div role="status" className="space-y-3 rounded-xl border border-line bg-sunk p-4">
      {isNothing && <p className="font-semibold">{eventImportTexts.nothing}</p>}
      <ul className="space-y-1">
        {importResults
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <li key={result} className={result === 'added' || result === 'changed' ? 'font-semibold' : 'text-muted'}>
              {words[result](counts[result])}
            </li>
          ))}
      </ul>
      <details>
        <summary className="cursor-pointer font-semibold">{eventImportTexts.list}</summary>
        <ul className="mt-2 space-y-1 text-sm">
          {events.slice(0, SHOWN).map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may be alike in all that is shown; the list does not change.
            <li key={index} className="wrap-anywhere">
              {lineOf(event)}
            </li>
          ))}
          {total > SHOWN && <li>{eventImportTexts.more(total - SHOWN)}</li>}
        </ul>
      </details>
    </div>
  )
}

/** Returns "New: Choir, Jul 4, repeats". */
function lineOf({ title, day, repeats, result, problem }: Outcome): string {
  const named = [title || eventImportTexts.untitled, ...(day ? [shortDay(day)] : [])]
  const what = [...named, ...(repeats ? [eventImportTexts.repeated] : [])].join(', ')
  return `${eventImportTexts.kinds[result]}: ${what}${problem ? `. ${importProblemTexts[problem]}` : ''}`
}
