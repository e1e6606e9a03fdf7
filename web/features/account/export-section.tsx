import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { PasswordDialog } from './password-dialog.tsx'

const texts = accountScreenTexts.sections.export

export function ExportSection() {
  const { callAuth } = useClients()
  const [isOpen, setIsOpen] = useState(false)

  async function download(password: string) {
    try {
      const answer = await callAuth('POST', '/export', { password })
      const [, name = 'townbell.json'] =
        /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      saveFile(name, await answer.text(), 'application/json')
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
      <PasswordDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.question}
        description={texts.body}
        submit={texts.download}
        onPassword={download}
      />
    </>
  )
}
