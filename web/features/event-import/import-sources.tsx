import { classes } from '#web/ui/classes.ts'
import { eventImportTexts } from './import-texts.ts'

export const importSources = ['google', 'teamup', 'outlook', 'apple', 'file', 'address', 'past'] as const
export type ImportSource = (typeof importSources)[number]

interface ImportSourcesProps {
  chosen: ImportSource
  disabled: boolean
  onChoose: (source: ImportSource) => void
}

/** Asks where the events are now, and says how to get them out of there. */
export function ImportSources({ chosen, disabled, onChoose }: ImportSourcesProps) {
  return (
    <div className="space-y-4">
      <fieldset disabled={disabled}>
        <legend className="mb-1.5 text-sm font-semibold">{eventImportTexts.from}</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {importSources.map((source) => (
            <label
              key={source}
              className="relative flex min-h-11 cursor-pointer items-center justify-center px-2 text-center text-sm font-semibold"
            >
              <input
                type="radio"
                name="import-source"
                value={source}
                checked={source === chosen}
                onChange={() => onChoose(source)}
                className={face}
              />
              <span className="pointer-events-none relative">{eventImportTexts.sources[source]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ol
        className={classes(
          'space-y-1 text-sm',
          chosen === 'address' || chosen === 'past' ? 'list-disc pl-5' : 'list-decimal pl-5',
        )}
      >
        {eventImportTexts.steps[chosen].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

const face =
  'absolute inset-0 cursor-pointer appearance-none rounded-lg border border-line-strong bg-card hover:bg-sunk ' +
  'checked:border-3 checked:border-bell-line checked:bg-bell-soft forced-colors:checked:border-[Highlight]'
