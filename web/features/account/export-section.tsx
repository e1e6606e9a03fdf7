import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { errorToast } from '#web/api/request-errors.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { useOwnedCalendars } from './owned-calendars.ts'
import { ProofDialog } from './proof-dialog.tsx'

const texts = accountScreenTexts.sections.export

export function ExportSection({ userId }: { userId: string }) {
  const { callAuth } = useClients()
  const [isOpen, setIsOpen] = useState(false)
  const [calendarId, setCalendarId] = useState('')
  const { data: calendars = [] } = useOwnedCalendars(userId, isOpen)

  async function download(proof: Proof) {
    try {
      const answer = await callAuth('POST', '/export', { ...proof, calendar_id: calendarId || null })
      const [, name = 'townbell.ndjson'] =
        /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      saveFile(name, await answer.blob(), 'application/x-ndjson')
      toast(texts.done)
      setIsOpen(false)
    } catch (error) {
      toast(errorToast(error, texts.failed))
    }
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {texts.download}
      </Button>
      <ProofDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.question}
        description={texts.body}
        submit={texts.download}
        onProof={download}
      >
        {calendars.length > 0 && (
          <SelectField
            label={texts.what}
            name="calendar"
            value={calendarId}
            onChange={(event) => setCalendarId(event.target.value)}
            placeholder={texts.everything}
            options={calendars.map(({ id, name }) => [id, texts.only(name)] as const)}
          />
        )}
      </ProofDialog>
    </>
  )
}
