import { contactsCsv } from '#domain/contact-import.ts'
import { useWrite } from '#web/api/use-write.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { allContacts } from './queries.ts'
import { contactListTexts } from './texts.ts'

/** Saves all contacts of a calendar as a file, whatever the list shows. */
export function useExport(calendarId: string) {
  return useWrite({
    write: ({ rest }) => allContacts(rest, calendarId),
    done: (contacts) => saveFile('contacts.csv', contactsCsv(contacts), 'text/csv'),
    failed: () => contactListTexts.loadFailed,
  })
}
