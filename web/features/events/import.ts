import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CsvColumns } from '#domain/event-import/csv.ts'
import type { DateOrder } from '#domain/event-import/csv-dates.ts'
import type { ImportResult, Outcome } from '#domain/event-import/plan.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { eventImportTexts, fileProblemTexts } from '#domain/texts/event-import.ts'
import { useClients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { errorToast, RequestError } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { changed } from './mutations.ts'

export interface ImportRequest {
  text: string
  csv?: { columns: CsvColumns; order: DateOrder } | undefined
  include_in_mailer: boolean
  dry_run: boolean
}

export interface ImportAnswer {
  counts: Record<ImportResult, number>
  /** Not all of them when there are many. */
  events: Outcome[]
}

/** With `dry_run` it only answers what would happen. */
export function useImportEvents(calendarId: string) {
  const { functions } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (request: ImportRequest): Promise<ImportAnswer> => {
      const body = { calendar_id: calendarId, ...request }
      const { data, error } = await functions.invoke<ImportAnswer>('import-events', { body })
      if (!error && data) return data
      const { code, message, status } = await functionFailure(error)
      const said = message ?? eventImportTexts.failed.body ?? ''
      throw new RequestError({ status: status ?? 0, code: code ?? 'failed', message: said })
    },
    onSuccess: ({ counts }, { dry_run }) => {
      if (!dry_run) toast(eventImportTexts.done(counts.added, counts.changed))
    },
    onError: (error) => toast(errorToast(error, eventImportTexts.failed)),
    onSettled: (_answer, _error, { dry_run }) => (dry_run ? undefined : changed(cache, calendarId)),
  })
}

/** The text of a file, or what is wrong with it. Spreadsheets on Windows still write their own letters. */
export async function readTextFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > IMPORT_BYTES_MAX) return { problem: fileProblemTexts.tooLarge }
  const bytes = await file.arrayBuffer()
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
