import type { Toast } from '#domain/texts/toast.ts'
import { codeOf, dataOf, errorToast } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { type Contact, contactColumns, contactKeys } from './queries.ts'
import { contactListTexts, dialogTexts } from './texts.ts'

/** What depends on the number of contacts: the dashboard's counts, and whether an event has recipients. */
export const countKeys = [
  ['calendars', 'mine'],
  ['events', 'recipients'],
]

export function useAddContact(calendarId: string, userId: string) {
  return useWrite({
    write: ({ rest }, email: string) =>
      dataOf<Contact>(
        rest
          .from('calendar_contacts')
          .insert({ calendar_id: calendarId, contact_type: 'email', contact_value: email, created_by: userId })
          .select(contactColumns)
          .single(),
      ),
    done: (contact, _email, cache) => {
      cache.setQueryData<Contact[]>(contactKeys.all(calendarId), (shown = []) => [...shown, contact])
      toast(contactListTexts.added)
    },
    failed: addProblem,
    refetch: countKeys,
  })
}

function addProblem(error: Error): Toast {
  switch (codeOf(error)) {
    case '23505':
      return contactListTexts.duplicate
    case 'TB002':
      return contactListTexts.trialLimit
    case 'TB008':
      // The person has unsubscribed; the database's message says so.
      return errorToast(error, contactListTexts.addFailed)
    default:
      return contactListTexts.addFailed
  }
}

/** Removes a contact optimistically; it returns if the server refuses, or with Undo. */
export function useRemoveContact(calendarId: string, userId: string) {
  const add = useAddContact(calendarId, userId)
  return useWrite({
    write: ({ rest }, { id }: Contact) => dataOf(rest.from('calendar_contacts').delete().eq('id', id)),
    optimistic: {
      queryKey: contactKeys.all(calendarId),
      show: (shown: Contact[], { id }) => shown.filter((contact) => contact.id !== id),
    },
    done: (_, { contact_type, contact_value, source }) => {
      const undo = { label: dialogTexts.undo, onClick: () => add.mutate(contact_value) }
      // A follower's consent was deleted with the row; only they can give it again.
      toast(contactListTexts.removed, source === 'manager' && contact_type === 'email' ? { action: undo } : {})
    },
    failed: () => contactListTexts.removeFailed,
    refetch: countKeys,
  })
}
