import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { EmailInput } from '#web/features/account/email-input.tsx'
import { signIn } from '#web/features/account/mutations.ts'
import { PasswordInput } from '#web/features/account/password-input.tsx'
import { accountFormTexts, signInTexts } from '#web/features/account/texts.ts'
import { useHydrated } from '#web/features/account/use-hydrated.ts'
import { Field } from '#web/ui/field.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { accountTexts } from '../../../domain/texts/accounts.ts'
import type { AccountFormProps } from './account-form.ts'
import { NO_CAPTCHA, notReady } from './use-captcha.tsx'

const rules = async () => (await import('../../../domain/accounts.ts')).signInForm

export function LoginForm({ email, onEmail, captcha, onForgot }: AccountFormProps & { onForgot: () => void }) {
  const settings = useSettings()
  const ready = useHydrated()
  const { onSubmit, problems, working } = useCheckedForm({
    rules,
    extraValues: { captchaToken: captcha.token ?? (captcha.reason ? '' : NO_CAPTCHA) },
    onValid: async (values) => {
      const refused = await signIn(await openAuth(settings), { ...values, captchaToken: captcha.token })
      // After a success the parent navigates.
      if (!refused) return
      captcha.reset()
      toast(refused)
    },
    onInvalid: ({ email, password }) => !email && !password && toast(accountTexts.captchaRequired),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label={accountFormTexts.email} error={problems.email}>
        {(control) => <EmailInput {...control} autoComplete="username webauthn" email={email} onEmail={onEmail} />}
      </Field>
      <Field label={accountFormTexts.password} error={problems.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
      </Field>
      <p className="text-right text-sm">
        <button type="button" onClick={onForgot} className="link inline-flex min-h-8 items-center rounded-sm">
          {accountFormTexts.forgotPassword}
        </button>
      </p>
      {captcha.widget}
      <MainButton className="w-full" reason={ready ? captcha.reason : notReady} working={working}>
        {working ? signInTexts.signingIn : accountFormTexts.signIn}
      </MainButton>
    </form>
  )
}
