import { InputField } from '#web/ui/fields.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { memberTexts } from './texts.ts'

interface AskPasswordProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  onPassword: (password: string) => void
}

/** Asks the owner for the password before a calendar is offered. */
export function AskPassword({ onPassword, ...dialog }: AskPasswordProps) {
  const { onSubmit, problems } = useCheckedForm({
    isOpen: dialog.open,
    rules: async () => (await import('#domain/accounts.ts')).passwordForm,
    onValid: ({ password }) => onPassword(password),
  })

  return (
    <FormDialog {...dialog} onSubmit={onSubmit}>
      <InputField
        label={memberTexts.password}
        error={problems.password}
        type="password"
        name="password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
