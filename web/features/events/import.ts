import type { CsvColumns } from '#domain/event-import/csv.ts'
import type { DateOrder } from '#domain/event-import/csv-dates.ts'
import type { ImportResult, Outcome } from '#domain/event-import/plan.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { fileProblemTexts } from '#domain/texts/event-import.ts'
import { invoke } from '#web/api/function-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { eventImportTexts } from './import-texts.ts'
import { kitTexts } from './kit-texts.ts'
import { dependentKeys } from './mutations.ts'

export interface ImportRequest {
  text: string
  csv?: { columns: CsvColumns; order: DateOrder } | undefined
  include_in_mailer: boolean
  dry_run: boolean
}

export interface ImportAnswer {
  counts: Record<ImportResult, number>
  /** Is cut off when there are many. */
  events: Outcome[]
}

/** Imports events; with `dry_run` it only returns what would happen. */
export function useImportEvents(calendarId: string) {
  return useWrite({
    write: (clients, request: ImportRequest) =>
      invoke<ImportAnswer>(clients, 'import-events', { calendar_id: calendarId, ...request }),
    done: ({ counts }, { dry_run }) => {
      if (!dry_run) toast(eventImportTexts.done(counts.added, counts.changed))
    },
    failed: eventImportTexts.failed,
    refetch: ({ dry_run }) => (dry_run ? [] : dependentKeys(calendarId)),
  })
}

/** Adds the events of a starter kit: a file of our own, imported in one transaction. */
export function useAddKit(calendarId: string) {
  return useWrite({
    write: (clients, request: ImportRequest) =>
      invoke<ImportAnswer>(clients, 'import-events', { calendar_id: calendarId, ...request }),
    done: ({ counts }) => toast(eventImportTexts.done(counts.added, counts.changed)),
    failed: kitTexts.failed,
    refetch: [...dependentKeys(calendarId), ['calendars', 'upcoming']],
  })
}

/** Reads a file's text, or returns the problem with it. Falls back to Windows-1252, which spreadsheets still write. */
export async function readTextFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > IMPORT_BYTES_MAX) return { problem: fileProblemTexts.tooLarge }
  const bytes = await file.arrayBuffer()
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
