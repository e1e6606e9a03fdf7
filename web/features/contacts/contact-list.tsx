import { useEffect, useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { contactKeys } from '#web/api/query-keys.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { PersonList } from '#web/ui/person-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ContactRow } from './contact-row.tsx'
import { canBeAsked } from './contact-state.tsx'
import { useAskPhone, useRemoveContact } from './mutations.ts'
import { allContacts, type Contact, type ContactQuery, type TagCount, useContactPage } from './queries.ts'
import { contactListTexts, dialogTexts, peopleTexts } from './texts.ts'

const EditContactDialog = lazyExport(() => import('./edit-contact-dialog.tsx'), 'EditContactDialog')

interface ContactListProps {
  calendar: { id: string; time_zone: string }
  userId: string
  size: number
  tags: TagCount[]
  query: ContactQuery
  onChange: (query: ContactQuery) => void
}

/** Shows a page of the contacts that match the query. What is selected stays selected on other pages. */
export function ContactList({ calendar, userId, size, tags, query, onChange }: ContactListProps) {
  const contacts = useContactPage(calendar.id, query, size)
  const { data = [], error } = contacts
  const remove = useRemoveContact(calendar.id, userId, contactKeys.page(calendar.id, query, size))
  const ask = useAskPhone(calendar.id)
  const { rest } = useClients()
  const [editing, setEditing] = useState<Contact | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = (ids: string[], isSelected: boolean) => {
    const next = new Set(selected)
    for (const id of ids) isSelected ? next.add(id) : next.delete(id)
    setSelected(next)
  }
  const selectAll = async () => setSelected(new Set((await allContacts(rest, calendar.id, query)).map(({ id }) => id)))
  useEffect(() => {
    if (error) toast(contactListTexts.loadFailed)
  }, [error])
  const found = data[0]?.found ?? 0
  const ids = data.map(({ id }) => id)
  const unasked = data.filter(canBeAsked)
  const isFiltered = query.search !== '' || query.state !== null || query.tag !== null
  return (
    <div className="min-w-0">
      <PersonList
        label={dialogTexts.list}
        read={contacts}
        loading={dialogTexts.loading}
        failed={contactListTexts.loadFailed.body}
        empty={isFiltered ? peopleTexts.nobodyFound : dialogTexts.empty}
        pages={{ page: query.page, size, found, onPage: (page) => onChange({ ...query, page }) }}
        isCard
        head={
          <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line bg-paper px-3 text-sm">
            <label className="flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                checked={ids.every((id) => selected.has(id))}
                onChange={(event) => select(ids, event.target.checked)}
                className="size-6 accent-ink"
              />
              {peopleTexts.selectPage}
            </label>
            {unasked.length > 1 && (
              <button type="button" onClick={() => ask.mutate(unasked)} className="link min-h-9">
                {peopleTexts.askAll(unasked.length)}
              </button>
            )}
            {found > data.length && (
              <button type="button" onClick={selectAll} className="link min-h-9">
                {peopleTexts.selectAll(found)}
              </button>
            )}
          </div>
        }
      >
        {(contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            zone={calendar.time_zone}
            isSelected={selected.has(contact.id)}
            onSelect={(isSelected) => select([contact.id], isSelected)}
            onEdit={() => setEditing(contact)}
            onRemove={() => remove.mutate(contact)}
            onAsk={() => ask.mutate([contact])}
          />
        )}
      </PersonList>
      {selected.size > 0 && (
        <BulkBar calendarId={calendar.id} ids={[...selected]} tags={tags} onClear={() => setSelected(new Set())} />
      )}
      <MountOnOpen open={editing !== null}>
        <EditContactDialog
          calendarId={calendar.id}
          contact={editing}
          tags={tags.map(({ tag }) => tag)}
          onClose={() => setEditing(null)}
        />
      </MountOnOpen>
    </div>
  )
}
