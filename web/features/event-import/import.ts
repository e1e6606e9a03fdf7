import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { dependentKeys } from '#web/features/events/mutations.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'
import type { EventCategory } from '../../../domain/categories.ts'
import type { CsvColumns } from '../../../domain/event-import/csv.ts'
import type { DateOrder } from '../../../domain/event-import/csv-dates.ts'
import type { ImportResult, Outcome } from '../../../domain/event-import/plan.ts'
import { IMPORT_BYTES_MAX } from '../../../domain/limits.ts'
import { fileProblemTexts } from '../../../domain/texts/event-import.ts'
import { eventImportTexts } from './import-texts.ts'
import { kitTexts } from './kit-texts.ts'

export interface ImportRequest {
  text: string
  csv?: { columns: CsvColumns; order: DateOrder } | undefined
  /** For all events; null leaves each its own. */
  category?: EventCategory | null
  include_in_mailer: boolean
  /** Copies of the calendar's own events. */
  source?: 'copy'
  dry_run: boolean
}

export interface ImportAnswer {
  counts: Record<ImportResult, number>
  /** Is cut off when there are many. */
  events: Outcome[]
  /** Names the import when it is undone. */
  import_id?: string | null
}

/** Imports events; with `dry_run` it only returns what would happen. */
export function useImportEvents(calendarId: string) {
  const undo = useUndoImport(calendarId)
  return useWrite({
    write: (clients, request: ImportRequest) =>
      invoke<ImportAnswer>(clients, 'import-events', { calendar_id: calendarId, ...request }),
    done: (answer, { dry_run }) => {
      if (!dry_run) toastWithUndo(answer, undo.mutate)
    },
    failed: eventImportTexts.failed,
    refetch: ({ dry_run }) => (dry_run ? [] : dependentKeys(calendarId)),
  })
}

/** Adds the events of a starter kit or of last year: a file of our own, imported in one transaction. */
export function useAddKit(calendarId: string) {
  const undo = useUndoImport(calendarId)
  return useWrite({
    write: (clients, request: ImportRequest) =>
      invoke<ImportAnswer>(clients, 'import-events', { calendar_id: calendarId, ...request }),
    done: (answer) => toastWithUndo(answer, undo.mutate),
    failed: kitTexts.failed,
    refetch: [...dependentKeys(calendarId), calendarKeys.upcoming],
  })
}

function toastWithUndo({ counts, import_id: id }: ImportAnswer, undo: (id: string) => void): void {
  const action = id ? { action: { label: undoTexts.undo, onClick: () => undo(id) } } : {}
  toast(eventImportTexts.done(counts.added, counts.changed), action)
}

export interface EarlierImport {
  id: string
  created_at: string
  /** Null for a feed, or an account that was deleted. */
  actor: string | null
  source: 'file' | 'feed' | 'copy'
  added: number
  undone_at: string | null
  removed: number | null
  /** How many of its events nobody has deleted. */
  remaining: number
}

export function useEarlierImports(calendarId: string) {
  return useRead<EarlierImport[]>(eventKeys.imports(calendarId), (rest, signal) =>
    rest.rpc('get_imports', { p_calendar_id: calendarId }, { get: true }).abortSignal(signal),
  )
}

interface UndoneImport {
  removed: number
  kept: number
  /** Some of what was kept, because somebody has changed it. */
  titles: string[]
}

/** Removes what an import brought and nobody has changed since. */
export function useUndoImport(calendarId: string, onUndone?: () => void) {
  return useWrite({
    write: ({ rest }, id: string) => dataOf<UndoneImport>(rest.rpc('undo_import', { p_import_id: id })),
    done: ({ removed, kept, titles }) => {
      toast(eventImportTexts.undone(removed, kept, titles))
      onUndone?.()
    },
    failed: eventImportTexts.undoFailed,
    refetch: [...dependentKeys(calendarId), calendarKeys.upcoming],
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
