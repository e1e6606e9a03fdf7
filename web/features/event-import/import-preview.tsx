import { groupBy } from '#domain/older-browsers.ts'
import { shortDay } from '../../../domain/date-words.ts'
import { importResults, type Outcome } from '../../../domain/event-import/plan.ts'
import type { ImportAnswer } from './import.ts'
import { eventImportTexts, importProblemTexts } from './import-texts.ts'

const SHOWN = 100
const FIRST = 3

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
  const first = events.filter(({ result }) => result === 'added').slice(0, FIRST)
  return (
    <div role="status" className="space-y-3 rounded-xl border border-line bg-sunk p-4">
      {isNothing && <p className="font-semibold">{eventImportTexts.nothing}</p>}
      <ul className="space-y-1">
        {importResults
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <li key={result} className={result === 'added' || result === 'changed' ? 'font-semibold' : 'text-muted'}>
              <span>{words[result](counts[result])}</span>
              {result === 'skipped' && <SkipReasons events={events} />}
            </li>
          ))}
      </ul>
      {first.length > 0 && (
        <p className="text-sm wrap-anywhere">
          {eventImportTexts.first} {first.map(nameOf).join(' · ')}
        </p>
      )}
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

/** Says why entries cannot be imported, and how many for each reason. */
function SkipReasons({ events }: { events: Outcome[] }) {
  const reasons = groupBy(
    events.flatMap(({ problem }) => (problem ? [problem] : [])),
    (problem) => problem,
  )
  return (
    <ul className="list-disc pl-5 text-sm">
      {[...reasons].map(([problem, entries]) => (
        <li key={problem}>
          {entries.length} × {importProblemTexts[problem]}
        </li>
      ))}
    </ul>
  )
}

/** Returns "New: Choir, Jul 4, repeats". */
function lineOf(event: Outcome): string {
  const { result, problem } = event
  return `${eventImportTexts.kinds[result]}: ${nameOf(event)}${problem ? `. ${importProblemTexts[problem]}` : ''}`
}

function nameOf({ title, day, repeats }: Outcome): string {
  const named = [title || eventImportTexts.untitled, ...(day ? [shortDay(day)] : [])]
  return [...named, ...(repeats ? [eventImportTexts.repeated] : [])].join(', ')
}
