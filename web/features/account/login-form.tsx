import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { existingPassword } from '#domain/accounts.ts'
import { emailAddress } from '#domain/email-address.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AccountFormProps } from './account-form.ts'
import { signIn } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'
import { signInTexts } from './texts.ts'

const schema = z.object({ email: emailAddress, password: existingPassword })

export function LoginForm({ email, onEmail, captcha, onForgot }: AccountFormProps & { onForgot: () => void }) {
  const clients = useClients()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email, password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    if (!captcha.passed) return toast(accountTexts.captchaRequired)
    const refused = await signIn(clients, { ...values, captchaToken: captcha.token })
    // Signed in, whoever shows this screen moves on.
    if (!refused) return
    captcha.reset()
    toast(refused)
  })

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={accountTexts.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            {...register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        )}
      </Field>
      <Field label={accountTexts.password} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" {...register('password')} />}
      </Field>
      <p className="text-right text-sm">
        <button type="button" onClick={onForgot} className="link inline-flex min-h-8 items-center rounded-sm">
          {accountTexts.forgotPassword}
        </button>
      </p>
      {captcha.widget}
      <Button type="submit" className="w-full" disabled={!captcha.passed} working={isSubmitting}>
        {isSubmitting ? signInTexts.signingIn : accountTexts.signIn}
      </Button>
    </form>
  )
}
