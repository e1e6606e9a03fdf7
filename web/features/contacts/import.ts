import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportBasis, type ListedContact, toImport } from '#domain/contact-import.ts'
import { type Answer, type Imported, importInBatches } from '#domain/import-batches.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { countsChanged } from './mutations.ts'
import { contactKeys } from './queries.ts'
import { importTexts } from './texts.ts'

type Import = { contacts: Iterable<ListedContact>; basis: ImportBasis; dryRun: boolean }

/** In batches: each is whole or not at all, and the bar moves between them. */
export function useImport(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const [progress, setProgress] = useState(0)
  const run = useMutation({
    mutationFn: ({ contacts, basis, dryRun }: Import): Promise<Imported> => {
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
    onSuccess: ({ counts }, { dryRun }) => {
      if (!dryRun) toast(importTexts.done(counts.added))
    },
    onError: (error) => toast(errorToast(error, importTexts.failed)),
    onSettled: async (_checked, _error, { dryRun }) => {
      if (dryRun) return
      await Promise.all([cache.invalidateQueries({ queryKey: contactKeys.all(calendarId) }), countsChanged(cache)])
    },
  })
  return { run, progress, isPending: run.isPending }
}
