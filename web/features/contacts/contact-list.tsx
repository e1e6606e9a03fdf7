import { X } from 'lucide-react'
import { LoadError } from '#web/ui/load-error.tsx'
import { LongList } from '#web/ui/long-list.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useRemoveContact } from './mutations.ts'
import type { Contact } from './queries.ts'
import { contactListTexts, dialogTexts } from './texts.ts'

interface ContactListProps {
  calendarId: string
  userId: string
  contacts: Contact[] | undefined
  failed: boolean
  onRetry: () => void
}

export function ContactList({ calendarId, userId, contacts, failed, onRetry }: ContactListProps) {
  const remove = useRemoveContact(calendarId, userId)
  if (!contacts && failed) return <LoadError message={contactListTexts.loadFailed.body} onRetry={onRetry} />
  if (!contacts) return <ListSkeleton label={dialogTexts.loading} className="mt-3" />
  if (contacts.length === 0) return <p className="mt-3 rounded-lg bg-sunk p-4 text-muted">{dialogTexts.empty}</p>
  return (
    <LongList
      label={dialogTexts.list}
      items={contacts}
      wordsOf={({ contact_value }) => contact_value}
      className="mt-3 max-h-72 overflow-y-auto"
    >
      {(contact) => (
        <li key={contact.id} className="flex items-center gap-2 py-0.5">
          <span className="min-w-0 flex-1 truncate" title={contact.contact_value}>
            {contact.contact_value}
          </span>
          {contact.unreachable && (
            <span className="shrink-0 text-sm text-muted">{dialogTexts.unreachable[contact.unreachable]}</span>
          )}
          <button
            type="button"
            aria-label={dialogTexts.remove(contact.contact_value)}
            onClick={() => remove.mutate(contact)}
            className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-danger"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </li>
      )}
    </LongList>
  )
}
