import { type ContactList, importResults, toCsv } from '#domain/contact-import.ts'
import type { Imported } from '#domain/import-batches.ts'
import { mayBeTexted } from '#domain/phone-shape.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { importTexts } from './texts.ts'

const SHOWN = 50

/** Shows how many contacts can be added, and why the others cannot. */
export function ImportResults({ list, checked: { counts, notAdded } }: { list: ContactList; checked: Imported }) {
  const skipped: [what: string, why: string][] = [
    ...list.skipped.map((text): [string, string] => [text, importTexts.noAddress]),
    ...notAdded.map(({ contact_value, result }): [string, string] => [contact_value, importTexts.reasons[result]]),
  ]
  const untexted = list.contacts.filter((one) => one.contact_type === 'phone' && !mayBeTexted(one.contact_value)).length
  return (
    <div role="status" className="space-y-3">
      <p className="font-semibold">{importTexts.summary(list.rows, counts.added, skipped.length)}</p>
      <ul className="space-y-1 text-muted">
        {importResults
          .filter((result) => result !== 'added')
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <li key={result}>{importTexts.results[result](counts[result])}</li>
          ))}
        {untexted > 0 && <li>{importTexts.notTexted(untexted)}</li>}
      </ul>
      {counts.added === 0 && <p className="font-semibold">{importTexts.nobody}</p>}
      {skipped.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold">{importTexts.left}</summary>
          <ul className="mt-2 max-h-40 overflow-y-auto text-sm">
            {skipped.slice(0, SHOWN).map(([what, why]) => (
              <li key={`${what} ${why}`} className="wrap-anywhere">
                {what}: {why}
              </li>
            ))}
            {skipped.length > SHOWN && <li>{importTexts.more(skipped.length - SHOWN)}</li>}
          </ul>
          <Button
            variant="quiet"
            size="small"
            onClick={() => saveFile('skipped.csv', toCsv(skipped), 'text/csv')}
            className="mt-2"
          >
            {importTexts.saveSkipped}
          </Button>
        </details>
      )}
    </div>
  )
}
