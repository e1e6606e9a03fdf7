import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '#domain/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from './password-input.tsx'
import { accountFormTexts } from './texts.ts'

interface PasswordDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'working' | 'children'> {
  /** Further fields above the password. */
  children?: ReactNode
  onPassword: (password: string) => Promise<unknown>
}

/** Asks a signed-in person for the password before a sensitive action. */
export function PasswordDialog({ onPassword, children, ...dialog }: PasswordDialogProps) {
  const { open } = dialog
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (!open) reset()
  }, [open, reset])

  return (
    <FormDialog {...dialog} onSubmit={handleSubmit(({ password }) => onPassword(password))} working={isSubmitting}>
      {children}
      <Field label={accountFormTexts.password} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('password')} />}
      </Field>
    </FormDialog>
  )
}
