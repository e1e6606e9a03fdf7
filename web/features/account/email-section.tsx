import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@supabase/auth-js'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { changeEmailForm } from '#domain/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { changeEmail } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'

const texts = accountScreenTexts.sections.email

export function EmailSection({ user }: { user: User }) {
  const clients = useClients()
  useConfirmed()
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(changeEmailForm),
    defaultValues: { email: '', currentPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, currentPassword }) => {
    const refused = await changeEmail(clients, email, currentPassword)
    toast(refused ?? texts.sent(email))
    if (!refused) reset()
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
      <form noValidate onSubmit={submit} className="flex max-w-md flex-col items-start gap-4">
        <Field label={texts.newEmail} error={errors.email?.message} className="w-full">
          {(control) => <Input {...control} type="email" autoComplete="email" {...register('email')} />}
        </Field>
        <Field label={texts.password} error={errors.currentPassword?.message} className="w-full">
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('currentPassword')} />}
        </Field>
        <Button type="submit" variant="secondary" working={isSubmitting}>
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
