import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { hasPassword, ProofField } from '#web/features/proof/proof-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changePassword } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordRules, useUnmetRules } from './password-rules.tsx'
import { accountFormTexts } from './texts.ts'

const texts = accountScreenTexts.sections.password

export function PasswordSection() {
  const clients = useClients()
  const [typed, setTyped] = useState('')
  const unmet = useUnmetRules(typed)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/accounts.ts')).changePasswordForm,
    onValid: async ({ currentPassword, nonce, passkey, password }, form) => {
      const hadPassword = hasPassword()
      const refused = await changePassword(clients, { password: currentPassword, nonce, passkey }, password)
      toast(refused ?? (hadPassword ? texts.saved : texts.isSet))
      if (refused) return
      form.reset()
      setTyped('')
    },
  })

  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col items-start gap-4">
      <ProofField error={problems.nonce} className="w-full">
        <Field label={accountFormTexts.currentPassword} error={problems.currentPassword} className="w-full">
          {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
        </Field>
      </ProofField>
      <Field label={accountFormTexts.newPassword} className="w-full">
        {(control) => (
          <>
            <PasswordInput
              {...control}
              aria-invalid={unmet.length > 0 || problems.password !== undefined || undefined}
              aria-describedby={`${control.id}-rules`}
              name="password"
              autoComplete="new-password"
              onChange={({ target }) => setTyped(target.value)}
            />
            <PasswordRules
              id={`${control.id}-rules`}
              unmet={unmet.length === 0 && problems.password ? [problems.password] : unmet}
            />
          </>
        )}
      </Field>
      <Field label={accountFormTexts.confirmNewPassword} error={problems.confirmPassword} className="w-full">
        {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
      </Field>
      <Button type="submit" variant="secondary" working={working}>
        {hasPassword() ? texts.save : texts.set}
      </Button>
    </form>
  )
}
