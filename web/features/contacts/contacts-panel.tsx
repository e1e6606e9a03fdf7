import { useEffect, useState } from 'react'
import { contactsCsv } from '#domain/contact-import.ts'
import { isAtContactLimit } from '#domain/contacts.ts'
import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { AddContact } from './add-contact.tsx'
import { ContactList } from './contact-list.tsx'
import { ImportContacts } from './import-contacts.tsx'
import { LimitBanner } from './limit-banner.tsx'
import { type Contact, useCalendarTrial, useContacts } from './queries.ts'
import { contactListTexts, dialogTexts, importTexts } from './texts.ts'

/** Adds, imports, lists and removes the contacts of a calendar. */
export function ContactsPanel({ calendarId, userId }: { calendarId: string; userId: string }) {
  const { data, error, refetch } = useContacts(calendarId)
  const trial = useCalendarTrial(calendarId)
  const [importing, setImporting] = useState(false)
  const emails = data?.filter((contact) => contact.contact_type === 'email')
  const subscribed = emails?.filter(({ unreachable }) => unreachable !== 'unsubscribed')
  const phones = data && emails ? data.length - emails.length : 0
  const full = isAtContactLimit({ trial }, data?.length ?? 0)
  useEffect(() => {
    if (error) toast(contactListTexts.loadFailed)
  }, [error])

  return (
    <div className="space-y-5">
      {full && <LimitBanner />}
      <AddContact calendarId={calendarId} userId={userId} contacts={emails ?? []} full={full} />
      {importing ? (
        <ImportContacts calendarId={calendarId} onDone={() => setImporting(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" disabled={full} onClick={() => setImporting(true)}>
            {importTexts.open}
          </Button>
          {data && data.length > 0 && (
            <Button variant="quiet" size="small" onClick={() => download(data)}>
              {dialogTexts.download}
            </Button>
          )}
        </div>
      )}
      <div>
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
          <p aria-live="polite" className="font-semibold tabular-nums">
            {subscribed && dialogTexts.count(subscribed.length)}
            {phones > 0 && <span className="font-normal text-muted"> {dialogTexts.phones(phones)}</span>}
          </p>
          {trial && data && (
            <span className="text-sm text-muted tabular-nums">
              {data.length} / {TRIAL_CONTACTS}
            </span>
          )}
        </div>
        {trial && data && <Progress label={dialogTexts.limit} value={data.length} max={TRIAL_CONTACTS} />}
        <ContactList
          calendarId={calendarId}
          userId={userId}
          contacts={data}
          failed={Boolean(error)}
          onRetry={refetch}
        />
      </div>
    </div>
  )
}

function download(contacts: Contact[]): void {
  saveFile('contacts.csv', contactsCsv(contacts), 'text/csv')
}
