import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportBasis, ImportResult, ListedContact } from '#domain/contact-import.ts'
import { importInBatches } from '#domain/import-batches.ts'
import { answerOf, failureToast } from '#web/api/answers.ts'
import { useClients } from '#web/api/clients.ts'
import { toast } from '#web/ui/toast.ts'
import { countsChanged } from './mutations.ts'
import { contactKeys } from './queries.ts'
import { importTexts } from './texts.ts'

export type Checked = {
  counts: Record<ImportResult, number>
  left: (ListedContact & { result: Exclude<ImportResult, 'added'> })[]
}

type Import = { contacts: ListedContact[]; basis: ImportBasis; dryRun: boolean }

/** In batches: each is whole or not at all, and the bar moves between them. */
export function useImport(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const [progress, setProgress] = useState(0)
  const run = useMutation({
    mutationFn: async ({ contacts, basis, dryRun }: Import): Promise<Checked> => {
      setProgress(0)
      const send = (batch: ListedContact[]) =>
        answerOf<{ line: number; result: ImportResult }[]>(
          rest.rpc('import_contacts', {
            p_calendar_id: calendarId,
            p_contacts: batch,
            p_basis: basis,
            p_dry_run: dryRun,
          }),
        )
      const checked: Checked = { counts: { added: 0, duplicate: 0, opted_out: 0, over_limit: 0, invalid: 0 }, left: [] }
      for (const { result, ...contact } of await importInBatches(contacts, send, setProgress)) {
        checked.counts[result]++
        if (result !== 'added') checked.left.push({ ...contact, result })
      }
      return checked
    },
    onSuccess: ({ counts }, { dryRun }) => {
      if (!dryRun) toast(importTexts.done(counts.added))
    },
    onError: (error) => toast(failureToast(error, importTexts.failed)),
    onSettled: async (_checked, _error, { dryRun }) => {
      if (dryRun) return
      await Promise.all([cache.invalidateQueries({ queryKey: contactKeys.all(calendarId) }), countsChanged(cache)])
    },
  })
  return { run, progress, isPending: run.isPending }
}
