import { useState } from 'react'
import { guessCsvColumns, guessDateOrder, readEventTable } from '#domain/event-import/csv.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { EventCalendar } from './event.ts'
import { ExternalCalendar } from './external-calendar.tsx'
import { inboundFeedTexts } from './external-calendar-texts.ts'
import { type ImportAnswer, readTextFile, useImportEvents } from './import.ts'
import { type ChosenTable, ImportColumns } from './import-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { eventImportTexts } from './import-texts.ts'
import { dialogTexts } from './texts.ts'

interface ImportEventsDialogProps {
  /** Null is closed. */
  calendar: (EventCalendar & { external_calendar_url: string | null }) | null
  onClose: () => void
}

/** Imports events from a file, or from the calendar behind the external link if there is one. */
export function ImportEventsDialog({ calendar, onClose }: ImportEventsDialogProps) {
  const [working, setWorking] = useState(false)
  const form = calendar && <ImportForm calendar={calendar} onClose={onClose} onWorking={setWorking} />
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      closable={!working}
      size="large"
      title={eventImportTexts.title}
      description={eventImportTexts.description}
    >
      {calendar && !calendar.external_calendar_url && form}
      {calendar?.external_calendar_url && (
        <Tabs
          label={eventImportTexts.title}
          tabs={[
            { id: 'file', label: eventImportTexts.file, content: form },
            { id: 'external', label: inboundFeedTexts.title, content: <ExternalCalendar calendar={calendar} /> },
          ]}
        />
      )}
    </Dialog>
  )
}

interface Chosen {
  text: string
  /** The columns of a CSV file; null for iCalendar. */
  table: ChosenTable | null
}

interface ImportFormProps {
  calendar: EventCalendar
  onClose: () => void
  onWorking: (working: boolean) => void
}

/** Takes a file, shows what would happen, and imports it after confirmation. */
function ImportForm({ calendar, onClose, onWorking }: ImportFormProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
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
    const request = { text, csv, include_in_mailer: inMailer, dry_run }
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
          <Button working={isPending} disabled={!isReady} onClick={() => send(true, setPreview)}>
            {isPending ? eventImportTexts.checking : eventImportTexts.check}
          </Button>
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
