import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { codeForm } from '#domain/accounts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { fieldsOf } from '#web/ui/form-fields.ts'
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
  const form = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })
  const field = fieldsOf(form)
  const { handleSubmit, formState, reset } = form
  const { isSubmitting } = formState
  useEffect(() => {
    if (!open) reset()
  }, [open, reset])

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={handleSubmit(({ code }) => onCode(code))}
      submit={confirm}
      working={isSubmitting}
    >
      <InputField
        label={secondStepTexts.code}
        hint={accountScreenTexts.sections.twoStep.eitherCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
    </FormDialog>
  )
}
