import type { User } from '@supabase/auth-js'
import { useEffect } from 'react'
import { useClients } from '#web/api/clients.ts'
import { ProofField } from '#web/features/proof/proof-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changeEmail } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'

const texts = accountScreenTexts.sections.email

export function EmailSection({ user }: { user: User }) {
  const clients = useClients()
  useConfirmed()
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/accounts.ts')).changeEmailForm,
    onValid: async ({ email, currentPassword, nonce, passkey }, form) => {
      const refused = await changeEmail(clients, email, { password: currentPassword, nonce, passkey })
      toast(refused ?? texts.sent(email))
      if (!refused) form.reset()
    },
  })

  async function takeBack() {
    toast((await changeEmail(clients, user.email ?? '')) ?? texts.takenBack)
  }

  return (
    <div className="space-y-5">
      {user.new_email && (
        <Banner
          title={texts.waiting(user.new_email)}
          action={
            <Button variant="secondary" size="small" onClick={takeBack}>
              {texts.takeBack}
            </Button>
          }
        >
          {texts.waitingBody}
        </Banner>
      )}
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col items-start gap-4">
        <InputField
          label={texts.newEmail}
          error={problems.email}
          className="w-full"
          type="email"
          name="email"
          autoComplete="email"
        />
        <ProofField error={problems.nonce} className="w-full">
          <Field label={texts.password} error={problems.currentPassword} className="w-full">
            {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
          </Field>
        </ProofField>
        <Button type="submit" variant="secondary" working={working}>
          {texts.save}
        </Button>
      </form>
    </div>
  )
}

/** Handles the confirmation link, which leads here. Refreshing the session loads the new address. */
function useConfirmed() {
  const { auth } = useClients()
  useEffect(() => {
    if (!location.hash.includes('type=email_change')) return
    window.history.replaceState(window.history.state, '', location.pathname + location.search)
    toast(texts.changed)
    void auth.refreshSession()
  }, [auth])
}
