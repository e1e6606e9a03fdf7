import { SelectField } from '#web/ui/fields.tsx'
import { type CsvColumns, csvFields } from '../../../domain/event-import/csv.ts'
import { type DateOrder, dateOrders } from '../../../domain/event-import/csv-dates.ts'
import { eventImportTexts } from './import-texts.ts'

export interface ChosenTable {
  names: string[]
  columns: CsvColumns
  order: DateOrder
}

/** Assigns columns to fields. The first guess comes from the columns' names. */
export function ImportColumns({ table, onChange }: { table: ChosenTable; onChange: (table: ChosenTable) => void }) {
  const { names, columns, order } = table
  const choose = (field: string, value: string) =>
    onChange({ ...table, columns: { ...columns, [field]: value === '' ? null : Number(value) } })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {csvFields.map((field) => (
        <SelectField
          key={field}
          label={eventImportTexts.columns[field]}
          value={columns[field] ?? ''}
          onChange={(event) => choose(field, event.target.value)}
          placeholder={eventImportTexts.noColumn}
          options={names.map((name, index) => [index, name])}
        />
      ))}
      <SelectField
        label={eventImportTexts.order}
        value={order}
        onChange={(event) => onChange({ ...table, order: event.target.value as DateOrder })}
        options={dateOrders.map((each) => [each, eventImportTexts.orders[each]])}
      />
    </div>
  )
}
