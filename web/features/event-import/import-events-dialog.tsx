import { Suspense, useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { EventsDialog, type EventsFormProps } from '#web/features/events/events-dialog.tsx'
import { dialogTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MainButton } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { type EventCategory, eventCategories } from '../../../domain/categories.ts'
import { guessCsvColumns, guessDateOrder, readEventTable } from '../../../domain/event-import/csv.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { type ImportAnswer, readTextFile, useImportEvents } from './import.ts'
import { ImportAddress } from './import-address.tsx'
import { type ChosenTable, ImportColumns } from './import-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { type ImportSource, ImportSources } from './import-sources.tsx'
import { eventImportTexts } from './import-texts.ts'

const RollForward = lazyExport(() => import('./roll-forward.tsx'), 'RollForward')

type ImportCalendar = EventCalendar & { external_calendar_url: string | null }

interface ImportEventsDialogProps {
  /** Null is closed. */
  calendar: ImportCalendar | null
  /** Whether the person may connect the calendar to an address. */
  canConnect: boolean
  onClose: () => void
}

/** Moves events in: from another program, a file, or an address that is checked again and again. Each import can be undone. */
export function ImportEventsDialog({ canConnect, ...props }: ImportEventsDialogProps) {
  return (
    <EventsDialog {...props} title={eventImportTexts.title} description={eventImportTexts.description}>
      {(form, isWorking) => <Assistant {...form} canConnect={canConnect} isWorking={isWorking} />}
    </EventsDialog>
  )
}

interface AssistantProps extends EventsFormProps<ImportCalendar> {
  canConnect: boolean
  isWorking: boolean
}

function Assistant({ canConnect, isWorking, ...form }: AssistantProps) {
  const { calendar } = form
  const [source, setSource] = useState<ImportSource>('file')
  return (
    <>
      <div className="space-y-4">
        <ImportSources chosen={source} disabled={isWorking} onChoose={setSource} />
        {source === 'address' && <ImportAddress calendar={calendar} canConnect={canConnect} />}
        {source === 'past' && (
          <Suspense>
            <RollForward {...form} />
          </Suspense>
        )}
        {source !== 'address' && source !== 'past' && <ImportForm {...form} />}
      </div>
      <EarlierImports calendar={calendar} />
    </>
  )
}

interface Chosen {
  text: string
  /** The columns of a CSV file; null for iCalendar. */
  table: ChosenTable | null
}

/** Takes a file, shows what would happen, and imports it after confirmation. */
function ImportForm({ calendar, onClose, onWorking }: EventsFormProps<EventCalendar>) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [category, setCategory] = useState<EventCategory | null>(null)
  const [inMailer, setInMailer] = useState(false)
  const [preview, setPreview] = useState<ImportAnswer | null>(null)
  const { mutate, isPending } = useImportEvents(calendar.id)

  const choose = async (file: File | undefined) => {
    setPreview(null)
    const read = file && (await readTextFile(file))
    setProblem(read && 'problem' in read ? read.problem : undefined)
    setChosen(read && 'text' in read ? { text: read.text, table: tableIn(read.text) } : null)
  }
  const send = (dry_run: boolean, onSuccess: (answer: ImportAnswer) => void) => {
    if (!chosen) return
    const { text, table } = chosen
    const csv = table ? { columns: table.columns, order: table.order } : undefined
    onWorking(true)
    const request = { text, csv, category, include_in_mailer: inMailer, dry_run }
    mutate(request, { onSuccess, onSettled: () => onWorking(false) })
  }
  const count = preview ? preview.counts.added + preview.counts.changed : 0
  const isReady = chosen !== null && (!chosen.table || isComplete(chosen.table))

  return (
    <div className="space-y-4">
      <Field label={eventImportTexts.file} hint={eventImportTexts.fileHint} error={problem}>
        {(control) => (
          <input
            {...control}
            type="file"
            name="file"
            accept=".ics,.ical,.csv,.tsv,text/calendar,text/csv"
            disabled={isPending}
            onChange={(event) => choose(event.target.files?.[0])}
            className="w-full text-sm file:mr-3 file:min-h-10 file:rounded-lg file:border file:border-line-strong file:bg-card file:px-3 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      {chosen?.table && (
        <ImportColumns
          table={chosen.table}
          onChange={(table) => {
            setChosen({ ...chosen, table })
            setPreview(null)
          }}
        />
      )}
      <SelectField
        label={eventImportTexts.category}
        value={category ?? ''}
        disabled={isPending}
        onChange={(event) => {
          setCategory(eventCategories.find((each) => each === event.target.value) ?? null)
          setPreview(null)
        }}
        placeholder={eventImportTexts.ownCategory}
        options={eventCategories.map((each) => [each, categoryNames[each]])}
      />
      <Checkbox
        label={eventImportTexts.mailer}
        hint={eventImportTexts.mailerHint}
        checked={inMailer}
        disabled={isPending}
        onChange={(event) => setInMailer(event.target.checked)}
      />
      {preview && <ImportPreview answer={preview} />}
      <DialogActions>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          {dialogTexts.close}
        </Button>
        {count > 0 ? (
          <Button working={isPending} onClick={() => send(false, onClose)}>
            {isPending ? eventImportTexts.accepting : eventImportTexts.accept(count)}
          </Button>
        ) : (
          <MainButton
            type="button"
            working={isPending}
            reason={
              isReady ? null : { says: chosen ? eventImportTexts.noColumns : eventImportTexts.noFile, field: 'file' }
            }
            onClick={() => send(true, setPreview)}
          >
            {isPending ? eventImportTexts.checking : eventImportTexts.check}
          </MainButton>
        )}
      </DialogActions>
    </div>
  )
}

/** Reads a CSV file's columns; null for iCalendar. */
function tableIn(text: string): ChosenTable | null {
  if (/^\s*BEGIN:VCALENDAR/i.test(text.replace(/^\ufeff/, ''))) return null
  const { columns: names, rows } = readEventTable(text)
  const columns = guessCsvColumns({ columns: names, rows })
  return { names, columns, order: guessDateOrder({ columns: names, rows }, columns) }
}

function isComplete({ columns }: ChosenTable): boolean {
  return columns.title !== null && columns.date !== null
}
