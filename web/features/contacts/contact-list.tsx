import { X } from 'lucide-react'
import { contactTexts } from '#domain/texts/contacts.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useRemoveContact } from './mutations.ts'
import type { Contact } from './queries.ts'
import { dialogTexts } from './texts.ts'

interface ContactListProps {
  calendarId: string
  userId: string
  contacts: Contact[] | undefined
  failed: boolean
  onRetry: () => void
}

export function ContactList({ calendarId, userId, contacts, failed, onRetry }: ContactListProps) {
  const remove = useRemoveContact(calendarId, userId)
  if (!contacts && failed) return <LoadError message={contactTexts.loadFailed.body} onRetry={onRetry} />
  if (!contacts) return <ListSkeleton says={dialogTexts.loading} className="mt-3" />
  if (contacts.length === 0) return <p className="mt-3 rounded-lg bg-sunk p-4 text-muted">{dialogTexts.empty}</p>
  return (
    <ul aria-label={dialogTexts.list} className="mt-3 max-h-72 divide-y divide-line overflow-y-auto">
      {contacts.map((contact) => (
        <li key={contact.id} className="flex items-center gap-2 py-0.5">
          <span className="min-w-0 flex-1 truncate" title={contact.contact_value}>
            {contact.contact_value}
          </span>
          <button
            type="button"
            aria-label={dialogTexts.remove(contact.contact_value)}
            onClick={() => remove.mutate(contact)}
            className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-danger"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
