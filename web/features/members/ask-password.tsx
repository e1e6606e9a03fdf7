import { type FormEvent, useEffect, useState } from 'react'
import { existingPassword } from '#domain/accounts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { memberTexts } from './texts.ts'

interface AskPasswordProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  onPassword: (password: string) => void
}

/** Asks the owner for the password before a calendar is offered. */
export function AskPassword({ onPassword, ...dialog }: AskPasswordProps) {
  const { open } = dialog
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (open) return
    setPassword('')
    setProblem(undefined)
  }, [open])

  function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = existingPassword.safeParse(password)
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) onPassword(parsed.data)
  }

  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <InputField
        label={memberTexts.password}
        error={problem}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
