import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '#domain/accounts.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { accountScreenTexts } from './account-texts.ts'
import { PasswordInput } from './password-input.tsx'

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  confirm: string
  variant?: ButtonVariant
  /** Further fields above the password. */
  children?: ReactNode
  disabled?: boolean
  onPassword: (password: string) => Promise<unknown>
}

/** Asks a signed-in person for the password before a sensitive action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    confirm,
    variant = 'primary',
    children,
    disabled = false,
    onPassword,
  } = props
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (!open) reset()
  }, [open, reset])

  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={description} closable={!isSubmitting}>
      <form noValidate onSubmit={handleSubmit(({ password }) => onPassword(password))} className="space-y-5">
        {children}
        <Field label={accountTexts.password} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('password')} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" disabled={isSubmitting} onClick={onClose}>
            {accountScreenTexts.cancel}
          </Button>
          <Button type="submit" variant={variant} disabled={disabled} working={isSubmitting}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
