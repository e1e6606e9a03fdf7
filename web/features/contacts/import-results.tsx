import { importResults } from '#domain/contact-import.ts'
import type { Imported } from '#domain/import-batches.ts'
import { importTexts } from './texts.ts'

const SHOWN = 50

/** Shows how many contacts can be added, and why the others cannot. */
export function ImportResults({ checked: { counts, notAdded } }: { checked: Imported }) {
  return (
    <div role="status" className="space-y-3">
      <ul className="space-y-1">
        {importResults
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <li key={result} className={result === 'added' ? 'font-semibold' : 'text-muted'}>
              {importTexts.results[result](counts[result])}
            </li>
          ))}
      </ul>
      {counts.added === 0 && <p className="font-semibold">{importTexts.nobody}</p>}
      {notAdded.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold">{importTexts.left}</summary>
          <ul className="mt-2 max-h-40 overflow-y-auto text-sm">
            {notAdded.slice(0, SHOWN).map(({ contact_value, result }) => (
              <li key={`${contact_value} ${result}`} className="wrap-anywhere">
                {contact_value}: {importTexts.reasons[result]}
              </li>
            ))}
            {notAdded.length > SHOWN && <li>{importTexts.more(notAdded.length - SHOWN)}</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
