import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contactTexts } from '#domain/texts/contacts.ts'
import type { Toast } from '#domain/texts/toast.ts'
import { useClients } from '#web/api/clients.ts'
import { codeOf, dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { type Contact, contactColumns, contactKeys } from './queries.ts'
import { dialogTexts } from './texts.ts'

export function useAddContact(calendarId: string, userId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const key = contactKeys.all(calendarId)
  return useMutation({
    mutationFn: (email: string) =>
      dataOf<Contact>(
        rest
          .from('calendar_contacts')
          .insert({ calendar_id: calendarId, contact_type: 'email', contact_value: email, created_by: userId })
          .select(contactColumns)
          .single(),
      ),
    onSuccess: (contact) => {
      cache.setQueryData<Contact[]>(key, (shown = []) => [...shown, contact])
      toast(contactTexts.added)
    },
    onError: (error) => toast(addProblem(error)),
    onSettled: () => countsChanged(cache),
  })
}

function addProblem(error: Error): Toast {
  switch (codeOf(error)) {
    case '23505':
      return contactTexts.duplicate
    case 'TB002':
      return contactTexts.trialLimit
    case 'TB008':
      // The person has unsubscribed: worth saying as the database says it.
      return errorToast(error, contactTexts.addFailed)
    default:
      return contactTexts.addFailed
  }
}

/** Gone at once, back if the server says no, or by Undo. */
export function useRemoveContact(calendarId: string, userId: string) {
  const { rest } = useClients()
  const add = useAddContact(calendarId, userId)
  const cache = useQueryClient()
  const key = contactKeys.all(calendarId)
  return useMutation({
    mutationFn: ({ id }: Contact) => dataOf(rest.from('calendar_contacts').delete().eq('id', id)),
    onMutate: async ({ id }) => {
      await cache.cancelQueries({ queryKey: key })
      const before = cache.getQueryData<Contact[]>(key)
      cache.setQueryData<Contact[]>(key, (shown) => shown?.filter((contact) => contact.id !== id))
      return { before }
    },
    onSuccess: (_, { contact_type, contact_value, source }) => {
      const undo = { label: dialogTexts.undo, onClick: () => add.mutate(contact_value) }
      // A follower's own consent went with the row; only they can give it again.
      toast(contactTexts.removed, source === 'manager' && contact_type === 'email' ? { action: undo } : {})
    },
    onError: (_error, _contact, context) => {
      cache.setQueryData(key, context?.before)
      toast(contactTexts.removeFailed)
    },
    onSettled: () => countsChanged(cache),
  })
}

/** The numbers on the cards, and whether an event has anybody to go to. */
export function countsChanged(cache: ReturnType<typeof useQueryClient>) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: ['calendars', 'mine'] }),
    cache.invalidateQueries({ queryKey: ['events', 'recipients'] }),
  ])
}
