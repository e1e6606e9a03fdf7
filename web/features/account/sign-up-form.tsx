import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { signUpForm, type SignUpForm as Values } from '#domain/accounts.ts'
import { unmetRules } from '#domain/passwords.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Toast } from '#domain/texts/toast.ts'
import { useClients } from '#web/api/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AccountFormProps } from './account-form.ts'
import { ConfirmationSent } from './confirmation-sent.tsx'
import { signUp } from './mutations.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordRules } from './password-rules.tsx'
import { signInTexts } from './texts.ts'

/** The form's rules ask for a token; where no captcha is shown, this stands in for it. */
const NO_CAPTCHA = 'none'
const rules = zodResolver(signUpForm)

export function SignUpForm({ email, onEmail, captcha, next }: AccountFormProps) {
  const clients = useClients()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const captchaToken = captcha.token ?? (captcha.passed ? NO_CAPTCHA : '')
  const { register, handleSubmit, watch, formState } = useForm<Values>({
    // The token comes from the widget, not from a field.
    resolver: (values, context, options) => rules({ ...values, captchaToken }, context, options),
    defaultValues: { displayName: '', email, password: '', confirmPassword: '', acceptsTerms: false, captchaToken: '' },
  })
  const { errors, isSubmitting } = formState
  const [password, confirmPassword, acceptsTerms] = watch(['password', 'confirmPassword', 'acceptsTerms'])
  const differ = confirmPassword !== '' && password !== confirmPassword
  const redirectTo = () => location.origin + next

  const submit = handleSubmit(async (values) => {
    const account = { ...values, captchaToken: captcha.token, redirectTo: redirectTo() }
    const refused = await signUp(clients, account)
    captcha.reset()
    toast(refused ?? accountTexts.signedUp)
    if (!refused) setSentTo(values.email)
  }, showFirst)

  if (sentTo) return <ConfirmationSent email={sentTo} redirectTo={redirectTo()} />
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={accountTexts.displayName} error={errors.displayName?.message}>
        {(control) => <Input {...control} autoComplete="name" {...register('displayName')} />}
      </Field>
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
      <Field label={accountTexts.password}>
        {(control) => (
          <>
            <PasswordInput
              {...control}
              aria-invalid={(password !== '' && unmetRules(password).length > 0) || undefined}
              aria-describedby={`${control.id}-rules`}
              autoComplete="new-password"
              {...register('password')}
            />
            <PasswordRules id={`${control.id}-rules`} password={password} />
          </>
        )}
      </Field>
      <Field label={accountTexts.confirmPassword} error={differ ? accountTexts.passwordsDiffer.title : null}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('confirmPassword')} />}
      </Field>
      <Checkbox label={<TermsLabel />} {...register('acceptsTerms')} />
      {captcha.widget}
      <Button type="submit" className="w-full" disabled={!acceptsTerms || !captcha.passed} working={isSubmitting}>
        {isSubmitting ? signInTexts.creatingAccount : signInTexts.createAccount}
      </Button>
    </form>
  )
}

function TermsLabel() {
  return (
    <span className="text-sm">
      I agree to the{' '}
      <a href="/terms" target="_blank" rel="noreferrer" className="link">
        Terms of Service
      </a>{' '}
      and{' '}
      <a href="/privacy" target="_blank" rel="noreferrer" className="link">
        Privacy Policy
      </a>
    </span>
  )
}

/** Name and email say what is wrong beside the field; the rest is told in the corner, one thing at a time. */
function showFirst(errors: FieldErrors<Values>) {
  const problem = firstProblem(errors)
  if (problem) toast(problem)
}

function firstProblem(errors: FieldErrors<Values>): Toast | null {
  if (errors.displayName || errors.email) return null
  if (errors.password?.message) return accountTexts.passwordValidationFailed(errors.password.message)
  if (errors.confirmPassword) return accountTexts.passwordsDiffer
  if (errors.acceptsTerms) return accountTexts.agreementRequired
  return errors.captchaToken ? accountTexts.captchaRequired : null
}
