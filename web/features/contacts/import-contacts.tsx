import { useMemo, useState } from 'react'
import {
  type ContactColumns,
  guessColumns,
  type ImportBasis,
  importBases,
  readContacts,
  readContactTable,
} from '#domain/contact-import.ts'
import type { Table } from '#domain/csv.ts'
import type { Imported } from '#domain/import-batches.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField, TextareaField } from '#web/ui/fields.tsx'
import { MainButton, type Reason } from '#web/ui/main-button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { useImport } from './import.ts'
import { ImportResults } from './import-results.tsx'
import { importTexts } from './texts.ts'

const noList: Reason = { says: importTexts.noList, field: 'list' }
const noBasis: Reason = { says: importTexts.noBasis, field: 'basis' }
const nothing: Table = { columns: [], rows: [] }

/** Imports a list of contacts in two steps: a dry run that shows what would happen to each, then the import. */
export function ImportContacts({ calendarId, onDone }: { calendarId: string; onDone: () => void }) {
  const [text, setText] = useState('')
  const [table, setTable] = useState(nothing)
  const [columns, setColumns] = useState<ContactColumns>(() => guessColumns(nothing))
  const [basis, setBasis] = useState<ImportBasis | null>(null)
  const [checked, setChecked] = useState<Imported | null>(null)
  const { run, progress, isPending } = useImport(calendarId)

  const list = useMemo(() => readContacts(table, columns), [table, columns])
  const change = (next: string) => {
    const read = readContactTable(next)
    setText(next)
    setTable(read)
    setColumns(guessColumns(read))
    setChecked(null)
  }
  const choose = (next: Partial<ContactColumns>) => {
    setColumns({ ...columns, ...next })
    setChecked(null)
  }
  const send = (dryRun: boolean, onSuccess: (imported: Imported) => void) =>
    basis && run.mutate({ contacts: list.contacts, basis, dryRun }, { onSuccess })
  const addable = checked?.counts.added ?? 0

  return (
    <div className="space-y-4 rounded-xl border border-line bg-sunk p-4">
      <TextareaField
        label={importTexts.list}
        hint={importTexts.listHint}
        rows={5}
        name="list"
        value={text}
        disabled={isPending}
        onChange={(e) => change(e.target.value)}
      />
      <Field label={importTexts.file}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,.tsv,.ndjson,text/csv,text/plain"
            disabled={isPending}
            onChange={async (event) => change(await textOf(event.target.files?.[0]))}
            className="text-sm file:mr-3 file:min-h-10 file:rounded-lg file:border file:border-line-strong file:bg-card file:px-3 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      {table.columns.length > 1 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['email', 'phone', 'name', 'lastName', 'tags'] as const).map((kind) => (
            <SelectField
              key={kind}
              label={importTexts.columns[kind]}
              value={columns[kind] ?? ''}
              onChange={({ target: { value } }) =>
                choose({ [kind]: value === '' ? null : value === 'all' ? value : Number(value) })
              }
              placeholder={importTexts.noColumn}
              options={[
                ...(kind === 'email' || kind === 'phone' ? [['all', importTexts.allColumns] as const] : []),
                ...table.columns.map((column, index) => [index, column] as const),
              ]}
            />
          ))}
        </div>
      )}
      <RadioGroup legend={importTexts.basis}>
        {importBases.map((each) => (
          <Radio
            key={each}
            name="basis"
            label={importTexts.bases[each]}
            checked={basis === each}
            onChange={() => setBasis(each)}
          />
        ))}
      </RadioGroup>
      {isPending && <Progress label={importTexts.progress} value={progress} max={list.contacts.length} />}
      {checked && <ImportResults list={list} checked={checked} />}
      <div className="flex flex-wrap items-center gap-3">
        {checked && addable > 0 ? (
          <Button working={isPending} onClick={() => send(false, onDone)}>
            {isPending ? importTexts.adding : importTexts.add(addable)}
          </Button>
        ) : (
          <MainButton
            type="button"
            variant="secondary"
            working={isPending}
            reason={list.rows === 0 ? noList : basis ? null : noBasis}
            onClick={() => send(true, setChecked)}
          >
            {isPending ? importTexts.checking : importTexts.check}
          </MainButton>
        )}
      </div>
    </div>
  )
}

async function textOf(file: File | undefined): Promise<string> {
  const text = (await file?.text()) ?? ''
  const { contactsOfCalendarFile } = await import('#domain/calendar-file.ts')
  return contactsOfCalendarFile(text) ?? text
}
