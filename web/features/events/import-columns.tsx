import { type CsvColumns, csvFields } from '#domain/event-import/csv.ts'
import { type DateOrder, dateOrders } from '#domain/event-import/csv-dates.ts'
import { eventImportTexts } from '#domain/texts/event-import.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'

export interface ChosenTable {
  names: string[]
  columns: CsvColumns
  order: DateOrder
}

/** What is in which column, guessed from their names and up to whoever knows the file. */
export function ImportColumns({ table, onChange }: { table: ChosenTable; onChange: (table: ChosenTable) => void }) {
  const { names, columns, order } = table
  const choose = (field: string, value: string) =>
    onChange({ ...table, columns: { ...columns, [field]: value === '' ? null : Number(value) } })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {csvFields.map((field) => (
        <Field key={field} label={eventImportTexts.columns[field]}>
          {(control) => (
            <Select {...control} value={columns[field] ?? ''} onChange={(event) => choose(field, event.target.value)}>
              <option value="">{eventImportTexts.noColumn}</option>
              {names.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name; their place is what they are.
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field label={eventImportTexts.order}>
        {(control) => (
          <Select
            {...control}
            value={order}
            onChange={(event) => onChange({ ...table, order: event.target.value as DateOrder })}
          >
            {dateOrders.map((each) => (
              <option key={each} value={each}>
                {eventImportTexts.orders[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
