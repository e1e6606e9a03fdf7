import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { EmailInput } from '#web/features/account/email-input.tsx'
import { signUp } from '#web/features/account/mutations.ts'
import { confirmedPath } from '#web/features/account/next-path.ts'
import { PasswordInput } from '#web/features/account/password-input.tsx'
import { PasswordRules, useUnmetRules } from '#web/features/account/password-rules.tsx'
import { accountFormTexts, signInTexts } from '#web/features/account/texts.ts'
import { useHydrated } from '#web/features/account/use-hydrated.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { MainButton, type Reason } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Problems, useCheckedForm } from '#web/ui/use-checked-form.ts'
import { signUpSentence } from '../../../domain/sign-up-sentence.ts'
import { accountTexts } from '../../../domain/texts/accounts.ts'
import type { Toast } from '../../../domain/texts/toast.ts'
import type { AccountFormProps } from './account-form.ts'
import { ConfirmationSent } from './confirmation-sent.tsx'
import { TermsLabel } from './terms-label.tsx'
import { NO_CAPTCHA, notReady } from './use-captcha.tsx'

const notAccepted: Reason = { says: accountTexts.agreementRequired.body, field: 'acceptsTerms' }

const rules = async () => (await import('../../../domain/accounts.ts')).signUpForm

export function SignUpForm({ email, onEmail, captcha, next }: AccountFormProps) {
  const settings = useSettings()
  const ready = useHydrated()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [accepted, setAccepted] = useState(false)
  const unmet = useUnmetRules(password)
  const form = useRef<HTMLFormElement>(null)
  // What was typed and ticked before the scripts arrived.
  useEffect(() => {
    if (!form.current) return
    const typed = new FormData(form.current)
    setPassword(String(typed.get('password')))
    setConfirmation(String(typed.get('confirmPassword')))
    setAccepted(typed.has('acceptsTerms'))
  }, [])
  const isStarted = password !== '' || email !== ''
  const reason = !ready ? notReady : accepted || !isStarted ? captcha.reason : notAccepted
  const differ = confirmation !== '' && password !== confirmation
  const { onSubmit, problems, working } = useCheckedForm({
    rules,
    extraValues: { captchaToken: captcha.token ?? (captcha.reason ? '' : NO_CAPTCHA) },
    onValid: async (values) => {
      const account = { ...values, captchaToken: captcha.token, redirectTo: location.origin + confirmedPath(next) }
      const refused = await signUp(await openAuth(settings), account)
      captcha.reset()
      toast(refused ?? accountFormTexts.signedUp)
      if (!refused) setSentTo(values.email)
    },
    onInvalid: (found) => {
      const problem = firstProblem(found)
      if (problem) toast(problem)
    },
  })

  if (sentTo) return <ConfirmationSent email={sentTo} redirectTo={location.origin + confirmedPath(next)} />
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
      {settings.signUp && <p className="rounded-lg bg-bell-soft p-3 text-sm">{signUpSentence(settings.signUp)}</p>}
      <Field label={accountFormTexts.displayName} error={problems.displayName}>
        {(control) => <Input {...control} name="displayName" autoComplete="name" />}
      </Field>
      <Field label={accountFormTexts.email} error={problems.email}>
        {(control) => <EmailInput {...control} email={email} onEmail={onEmail} />}
      </Field>
      <Field label={accountFormTexts.password}>
        {(control) => (
          <>
            <PasswordInput
              {...control}
              aria-invalid={unmet.length > 0 || problems.password !== undefined || undefined}
              aria-describedby={`${control.id}-rules`}
              name="password"
              autoComplete="new-password"
              onChange={(event) => setPassword(event.target.value)}
            />
            <PasswordRules id={`${control.id}-rules`} unmet={unmet} />
          </>
        )}
      </Field>
      <Field label={accountFormTexts.confirmPassword} error={differ ? accountTexts.passwordsDiffer.title : null}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirmPassword"
            autoComplete="new-password"
            onChange={(event) => setConfirmation(event.target.value)}
          />
        )}
      </Field>
      <Checkbox label={<TermsLabel />} name="acceptsTerms" onChange={(event) => setAccepted(event.target.checked)} />
      {captcha.widget}
      <MainButton className="w-full" reason={reason} working={working}>
        {working ? signInTexts.creatingAccount : signInTexts.createAccount}
      </MainButton>
    </form>
  )
}

/** Returns the first problem to show as a toast. Name and email show theirs beside the field. */
function firstProblem({ displayName, email, password, ...rest }: Problems): Toast | null {
  if (displayName || email) return null
  if (password) return accountFormTexts.passwordValidationFailed(password)
  if (rest.confirmPassword) return accountTexts.passwordsDiffer
  if (rest.acceptsTerms) return accountTexts.agreementRequired
  return rest.captchaToken ? accountTexts.captchaRequired : null
}
