import { useNavigate } from 'react-router'
import { useClients } from '#web/api/clients.ts'
import { updatePassword } from '#web/features/account/mutations.ts'
import { PasswordInput } from '#web/features/account/password-input.tsx'
import { accountFormTexts, resetTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { RESET_PASSWORD_SUMMARY } from '../../../domain/passwords.ts'

export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const clients = useClients()
  const navigate = useNavigate()
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('../../../domain/accounts.ts')).resetPasswordForm,
    onValid: async ({ password }) => {
      const refused = await updatePassword(clients, password)
      if (refused) return toast(refused)
      // Called before signing out: without a session this page would offer to send another link.
      onDone()
      await clients.auth.signOut()
      toast(accountFormTexts.passwordUpdated)
      navigate('/signin', { replace: true })
    },
  })

  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <Card className="p-6 sm:p-8">
        <h1 className="mb-6 text-3xl">{resetTexts.heading}</h1>
        <form noValidate onSubmit={onSubmit} className="space-y-5">
          <Field label={accountFormTexts.newPassword} hint={RESET_PASSWORD_SUMMARY} error={problems.password}>
            {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
          </Field>
          <Field label={accountFormTexts.confirmNewPassword} error={problems.confirmPassword}>
            {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
          </Field>
          <Button type="submit" className="w-full" working={working}>
            {working ? resetTexts.saving : resetTexts.save}
          </Button>
        </form>
      </Card>
    </div>
  )
}
