import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountScreenTexts } from './account-texts.ts'
import { secondStepTexts } from './texts.ts'

interface CodeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  confirm: string
  onCode: (code: string) => Promise<unknown>
}

/** Asks a signed-in person for a second-factor code before a sensitive change. */
export function CodeDialog({ open, onClose, title, description, confirm, onCode }: CodeDialogProps) {
  const { onSubmit, problems, working } = useCheckedForm({
    isOpen: open,
    rules: async () => (await import('#domain/accounts.ts')).codeForm,
    onValid: ({ code }) => onCode(code),
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={onSubmit}
      submit={confirm}
      working={working}
    >
      <InputField
        label={secondStepTexts.code}
        hint={accountScreenTexts.sections.twoStep.eitherCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        name="code"
        error={problems.code}
      />
    </FormDialog>
  )
}
