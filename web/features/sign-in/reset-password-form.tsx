import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useClients } from '#web/api/clients.ts'
import { updatePassword } from '#web/features/account/mutations.ts'
import { PasswordInput } from '#web/features/account/password-input.tsx'
import { accountFormTexts, resetTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { resetPasswordForm } from '../../../domain/accounts.ts'
import { RESET_PASSWORD_SUMMARY } from '../../../domain/passwords.ts'

export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const clients = useClients()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    const refused = await updatePassword(clients, password)
    if (refused) return toast(refused)
    // Called before signing out: without a session this page would offer to send another link.
    onDone()
    await clients.auth.signOut()
    toast(accountFormTexts.passwordUpdated)
    navigate('/signin', { replace: true })
  })

  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <Card className="p-6 sm:p-8">
        <h1 className="mb-6 text-3xl">{resetTexts.heading}</h1>
        <form noValidate onSubmit={submit} className="space-y-5">
          <Field label={accountFormTexts.newPassword} hint={RESET_PASSWORD_SUMMARY} error={errors.password?.message}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
          </Field>
          <Field label={accountFormTexts.confirmNewPassword} error={errors.confirmPassword?.message}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('confirmPassword')} />}
          </Field>
          <Button type="submit" className="w-full" working={isSubmitting}>
            {isSubmitting ? resetTexts.saving : resetTexts.save}
          </Button>
        </form>
      </Card>
    </div>
  )
}
