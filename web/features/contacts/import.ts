import { useState } from 'react'
import { type ImportBasis, type ListedContact, toImport } from '#domain/contact-import.ts'
import { type Answer, type Imported, importInBatches } from '#domain/import-batches.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { changedBy } from './mutations.ts'
import { importTexts } from './texts.ts'

type Import = { contacts: Iterable<ListedContact>; basis: ImportBasis; dryRun: boolean }

/** Imports contacts in batches. Each batch is atomic, and the progress bar moves between them. */
export function useImport(calendarId: string) {
  const [progress, setProgress] = useState(0)
  const run = useWrite({
    write: ({ rest }, { contacts, basis, dryRun }: Import): Promise<Imported> => {
      setProgress(0)
      const send = (batch: ListedContact[]) =>
        dataOf<Answer>(
          rest
            .rpc('import_contacts', {
              p_calendar_id: calendarId,
              p_contacts: batch.map(toImport),
              p_basis: basis,
              p_dry_run: dryRun,
            })
            .neq('result', 'added'),
        )
      return importInBatches(contacts, send, setProgress)
    },
    done: ({ counts }, { dryRun }) => {
      if (!dryRun) toast(importTexts.done(counts.added))
    },
    failed: importTexts.failed,
    refetch: ({ dryRun }) => (dryRun ? [] : changedBy(calendarId)),
  })
  return { run, progress, isPending: run.isPending }
}
