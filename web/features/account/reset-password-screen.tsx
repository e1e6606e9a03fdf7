import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { resetPasswordForm } from '#domain/accounts.ts'
import { RESET_PASSWORD_SUMMARY } from '#domain/passwords.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAuth } from './auth-state.ts'
import { Loading } from './loading.tsx'
import { updatePassword } from './mutations.ts'
import { HOME_PATH } from './next-path.ts'
import { PasswordInput } from './password-input.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { resetTexts } from './texts.ts'

/** Where the link in the mail leads. The session it brings is what allows the change. */
export function ResetPasswordScreen() {
  const { loading, user, halfway } = useAuth()
  const [done, setDone] = useState(false)
  if (loading || done) return <Loading />
  if (halfway) return <SignInScreen start="login" next={HOME_PATH} />
  if (user) return <ResetPasswordForm onDone={() => setDone(true)} />
  return (
    <>
      <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-6">
        <Banner look="warning" title={resetTexts.linkOver}>
          {resetTexts.linkOverBody}
        </Banner>
      </div>
      <SignInScreen start="forgot" next={HOME_PATH} />
    </>
  )
}

function ResetPasswordForm({ onDone }: { onDone: () => void }) {
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
    // Signed out, this page would offer another link.
    onDone()
    await clients.auth.signOut()
    toast(accountTexts.passwordUpdated)
    navigate('/signin', { replace: true })
  })

  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <Card className="p-6 sm:p-8">
        <h1 className="mb-6 text-3xl">{resetTexts.heading}</h1>
        <form noValidate onSubmit={submit} className="space-y-5">
          <Field label={accountTexts.newPassword} hint={RESET_PASSWORD_SUMMARY} error={errors.password?.message}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
          </Field>
          <Field label={accountTexts.confirmNewPassword} error={errors.confirmPassword?.message}>
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
