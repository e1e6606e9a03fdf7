import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { isAtContactLimit } from '#domain/contact-choices.ts'
import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { AddContact } from './add-contact.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ContactList } from './contact-list.tsx'
import { useExport } from './export.ts'
import { Growth } from './growth.tsx'
import { ImportContacts } from './import-contacts.tsx'
import { LimitBanner } from './limit-banner.tsx'
import { type ContactCount, type ContactQuery, useCalendarTrial, useContactCounts, useTags } from './queries.ts'
import { dialogTexts, importTexts, peopleTexts } from './texts.ts'

const everybody: ContactQuery = { search: '', state: null, tag: null, sort: 'newest', page: 0 }

interface ContactsPanelProps {
  calendar: { id: string; time_zone: string }
  userId: string
  /** Rows of a page: few in a dialog. */
  size: number
  /** A screen of its own begins with the list; a dialog with the form that adds to it. */
  isScreen?: boolean
}

/** Adds, imports, finds, names and removes the contacts of a calendar. In a narrow place the filters stand above the list. */
export function ContactsPanel({ calendar, userId, size, isScreen = false }: ContactsPanelProps) {
  const { data: counts } = useContactCounts(calendar.id)
  const { data: tags = [] } = useTags(calendar.id)
  const trial = useCalendarTrial(calendar.id)
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const [query, setQuery] = useState(everybody)
  const download = useExport(calendar.id)
  const total = counts && sum(counts)
  const phones = counts ? sum(counts.filter(isPhone)) : 0
  const full = isAtContactLimit({ trial }, total ?? 0)
  const isAdding = open !== 'import' && (!isScreen || open === 'add' || total === 0)

  return (
    <div className="@container space-y-5">
      {full && <LimitBanner calendarId={calendar.id} />}
      {isAdding && <AddContact calendarId={calendar.id} userId={userId} full={full} />}
      {open === 'import' && <ImportContacts calendarId={calendar.id} onDone={() => setOpen(null)} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p aria-live="polite" className="font-semibold tabular-nums">
          {counts && dialogTexts.count(sum(counts.filter(isSubscribed)))}
          {phones > 0 && <span className="font-normal text-muted"> {dialogTexts.phones(phones)}</span>}
        </p>
        {isScreen && <Growth calendarId={calendar.id} />}
        {open !== 'import' && (
          <div className="flex flex-wrap gap-3 sm:ml-auto">
            <Button variant="secondary" size="small" disabled={full} onClick={() => setOpen('import')}>
              {importTexts.open}
            </Button>
            {!isAdding && (
              <Button size="small" onClick={() => setOpen('add')}>
                <UserRoundPlus aria-hidden="true" className="size-4" />
                {peopleTexts.addPeople}
              </Button>
            )}
          </div>
        )}
        {trial && total !== undefined && (
          <span className="text-sm text-muted tabular-nums">
            {total} / {TRIAL_CONTACTS}
          </span>
        )}
      </div>
      {trial && total !== undefined && <Progress label={dialogTexts.limit} value={total} max={TRIAL_CONTACTS} />}
      <div className="grid gap-x-6 gap-y-3 @3xl:grid-cols-[13rem_minmax(0,1fr)]">
        <ContactFilters counts={counts ?? []} tags={tags} query={query} onChange={setQuery} />
        <ContactList calendar={calendar} userId={userId} size={size} tags={tags} query={query} onChange={setQuery} />
      </div>
      {total !== undefined && total > 0 && (
        <Button variant="quiet" size="small" working={download.isPending} onClick={() => download.mutate()}>
          {dialogTexts.download}
        </Button>
      )}
    </div>
  )
}

const isPhone = ({ contact_type }: ContactCount) => contact_type === 'phone'
const isSubscribed = ({ contact_type, state }: ContactCount) => contact_type === 'email' && state !== 'unsubscribed'
const sum = (counts: ContactCount[]) => counts.reduce((all, { contacts }) => all + contacts, 0)
