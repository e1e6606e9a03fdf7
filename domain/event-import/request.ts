import * as z from 'zod'
import { eventCategories } from '../categories.ts'
import { IMPORT_BYTES_MAX } from '../limits.ts'
import { fileProblemTexts } from '../texts/event-import.ts'
import { type CsvField, csvFields } from './csv.ts'
import { dateOrders } from './csv-dates.ts'

const column = z.int().min(0).max(999).nullable().default(null)

/** The body of a request to import a file. */
export const importRequest = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  text: z
    .string('text must be the text of the file')
    .refine((text) => new TextEncoder().encode(text).length <= IMPORT_BYTES_MAX, fileProblemTexts.tooLarge),
  /** How to read a table; without it the text is iCalendar. */
  csv: z
    .object({
      columns: z
        .object(Object.fromEntries(csvFields.map((field) => [field, column])) as Record<CsvField, typeof column>)
        .refine(({ title, date }) => title !== null && date !== null, fileProblemTexts.columns),
      order: z.enum(dateOrders).default('mdy'),
    })
    .optional(),
  /** For all events; without it each keeps the category of the file. */
  category: z.enum(eventCategories, 'category must be Event, Alert, Notice or FYI').nullish(),
  include_in_mailer: z.boolean().default(false),
  /** copy: a file that this product wrote, of events of the same calendar (domain/roll-forward.ts). */
  source: z.enum(['file', 'copy'], 'source must be file or copy').default('file'),
  dry_run: z.boolean('dry_run must be true or false'),
})
export type ImportRequest = z.infer<typeof importRequest>

/** Everything but the file. */
export type ImportHead = Pick<ImportRequest, 'calendar_id' | 'include_in_mailer' | 'source' | 'dry_run'>
