import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { codeForm } from '#domain/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
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
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (!open) reset()
  }, [open, reset])

  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={description} closable={!isSubmitting}>
      <form noValidate onSubmit={handleSubmit(({ code }) => onCode(code))}>
        <Field
          label={secondStepTexts.code}
          hint={accountScreenTexts.sections.twoStep.eitherCode}
          error={errors.code?.message}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              {...register('code')}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="secondary" disabled={isSubmitting} onClick={onClose}>
            {accountScreenTexts.cancel}
          </Button>
          <Button type="submit" working={isSubmitting}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
