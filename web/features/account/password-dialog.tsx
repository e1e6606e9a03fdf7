import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { PasswordInput } from './password-input.tsx'
import { accountFormTexts } from './texts.ts'

interface PasswordDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'working' | 'children'> {
  /** Further fields above the password. */
  children?: ReactNode
  onPassword: (password: string) => Promise<unknown>
}

/** Asks a signed-in person for the password before a sensitive action. */
export function PasswordDialog({ onPassword, children, ...dialog }: PasswordDialogProps) {
  const { onSubmit, problems, working } = useCheckedForm({
    isOpen: dialog.open,
    rules: async () => (await import('#domain/accounts.ts')).passwordForm,
    onValid: ({ password }) => onPassword(password),
  })

  return (
    <FormDialog {...dialog} onSubmit={onSubmit} working={working}>
      {children}
      <Field label={accountFormTexts.password} error={problems.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
    </FormDialog>
  )
}
