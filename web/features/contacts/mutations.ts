import { ANSWER_ROWS_MAX } from '#domain/limits.ts'
import type { Toast } from '#domain/texts/toast.ts'
import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, contactKeys, eventKeys } from '#web/api/query-keys.ts'
import { codeOf, dataOf, errorToast } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import type { Contact } from './queries.ts'
import { contactListTexts, dialogTexts, peopleTexts } from './texts.ts'

/** What depends on the number of contacts: the dashboard's counts, and whether an event has recipients. */
const countKeys = [calendarKeys.mine, eventKeys.recipients(), eventKeys.mailer(), calendarKeys.nextMailings]

/** What to fetch again when the contacts of a calendar have changed. */
export const changedBy = (calendarId: string) => [contactKeys.all(calendarId), ...countKeys]

export function useAddContact(calendarId: string, userId: string) {
  return useWrite({
    write: ({ rest }, { email, ...more }: { email: string; name: string | null; tags?: string[] }) =>
      dataOf(
        rest.from('calendar_contacts').insert({
          calendar_id: calendarId,
          contact_type: 'email',
          contact_value: email,
          created_by: userId,
          ...more,
        }),
      ),
    done: (_data, _contact, cache) => {
      cache.invalidateQueries({ queryKey: contactKeys.all(calendarId) })
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

export function useEditContact(calendarId: string) {
  return useWrite({
    write: ({ rest }, { id, ...changes }: { id: string; name: string | null; tags: string[] }) =>
      dataOf(rest.from('calendar_contacts').update(changes).eq('id', id)),
    done: () => toast(peopleTexts.saved),
    failed: peopleTexts.saveFailed,
    refetch: [contactKeys.all(calendarId)],
  })
}

/** Removes a contact optimistically; it returns if the server refuses, or with Undo. */
export function useRemoveContact(calendarId: string, userId: string, shown: readonly unknown[]) {
  const add = useAddContact(calendarId, userId)
  return useWrite({
    write: ({ rest }, { id }: Contact) => dataOf(rest.from('calendar_contacts').delete().eq('id', id)),
    optimistic: {
      queryKey: shown,
      show: (page: Contact[], { id }) =>
        page.filter((contact) => contact.id !== id).map((contact) => ({ ...contact, found: contact.found - 1 })),
    },
    done: (_, { contact_type, contact_value, name, tags, source }) => {
      const undo = { label: dialogTexts.undo, onClick: () => add.mutate({ email: contact_value, name, tags }) }
      // A follower's consent was deleted with the row; only they can give it again.
      toast(contactListTexts.removed, source === 'manager' && contact_type === 'email' ? { action: undo } : {})
    },
    failed: () => contactListTexts.removeFailed,
    refetch: changedBy(calendarId),
  })
}

/** Adds tags to many contacts, or takes tags from them. */
export function useTagContacts(calendarId: string) {
  return useWrite({
    write: async ({ rest }, { ids, add = [], remove = [] }: { ids: string[]; add?: string[]; remove?: string[] }) => {
      for (const some of inBatches(ids))
        await dataOf(rest.rpc('tag_contacts', { p_calendar_id: calendarId, p_ids: some, p_add: add, p_remove: remove }))
    },
    done: (_, { ids }) => toast(peopleTexts.tagged(ids.length)),
    failed: peopleTexts.saveFailed,
    refetch: [contactKeys.all(calendarId)],
  })
}

export function useRemoveContacts(calendarId: string) {
  return useWrite({
    write: async ({ rest }, ids: string[]) => {
      for (const some of inBatches(ids))
        await dataOf(rest.rpc('remove_contacts', { p_calendar_id: calendarId, p_ids: some }))
    },
    done: (_, ids) => toast(peopleTexts.removed(ids.length)),
    failed: () => contactListTexts.removeFailed,
    refetch: changedBy(calendarId),
  })
}

function inBatches(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / ANSWER_ROWS_MAX)
  return Array.from({ length: count }, (_, n) => ids.slice(n * ANSWER_ROWS_MAX, (n + 1) * ANSWER_ROWS_MAX))
}

/** Sends a text that asks the phone's owner to reply YES. */
export function useAskPhone(calendarId: string) {
  return useWrite({
    write: async (clients, contacts: Contact[]) => {
      for (const { id } of contacts) await invoke(clients, 'ask-phone', { contact_id: id })
    },
    done: (_, contacts) => toast(peopleTexts.askedNow(contacts.map(({ contact_value }) => contact_value))),
    failed: peopleTexts.askFailed,
    refetch: [contactKeys.all(calendarId)],
  })
}
