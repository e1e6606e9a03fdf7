import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { EmailInput } from '#web/features/account/email-input.tsx'
import { askCode, enterMailedCode } from '#web/features/account/mutations.ts'
import { confirmedPath } from '#web/features/account/next-path.ts'
import { accountFormTexts, mailedCodeTexts as texts } from '#web/features/account/texts.ts'
import { useHydrated } from '#web/features/account/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { signUpSentence } from '../../../domain/sign-up-sentence.ts'
import { accountTexts } from '../../../domain/texts/accounts.ts'
import type { AccountFormProps } from './account-form.ts'
import { TermsLabel } from './terms-label.tsx'
import { NO_CAPTCHA, notReady } from './use-captcha.tsx'

/** Signs in, or up, with six digits that are mailed, instead of a password. */
export function CodeForm({ isSignUp, ...form }: AccountFormProps & { isSignUp: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo) return <EnterCode email={sentTo} onAgain={() => setSentTo(null)} />
  return <AskCode {...form} isSignUp={isSignUp} onSent={setSentTo} />
}

interface AskCodeProps extends AccountFormProps {
  isSignUp: boolean
  onSent: (email: string) => void
}

function AskCode({ email, onEmail, captcha, next, isSignUp, onSent }: AskCodeProps) {
  const settings = useSettings()
  const ready = useHydrated()
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('../../../domain/accounts.ts')).askCodeForm,
    extraValues: { captchaToken: captcha.token ?? (captcha.reason ? '' : NO_CAPTCHA) },
    onValid: async ({ email, displayName }) => {
      const redirectTo = location.origin + confirmedPath(next)
      const request = { email, displayName, redirectTo, captchaToken: captcha.token }
      const refused = await askCode(await openAuth(settings), request)
      captcha.reset()
      if (refused) toast(refused)
      else onSent(email)
    },
    onInvalid: (found) => {
      if (found.acceptsTerms) toast(accountTexts.agreementRequired)
      else if (!found.email && !found.displayName) toast(accountTexts.captchaRequired)
    },
  })

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      {isSignUp && settings.signUp && (
        <p className="rounded-lg bg-bell-soft p-3 text-sm">{signUpSentence(settings.signUp)}</p>
      )}
      {isSignUp && (
        <Field label={accountFormTexts.displayName} error={problems.displayName}>
          {(control) => <Input {...control} name="displayName" autoComplete="name" />}
        </Field>
      )}
      <Field label={accountFormTexts.email} error={problems.email}>
        {(control) => <EmailInput {...control} email={email} onEmail={onEmail} />}
      </Field>
      {isSignUp && <Checkbox label={<TermsLabel />} name="acceptsTerms" />}
      {captcha.widget}
      <MainButton className="w-full" reason={ready ? captcha.reason : notReady} working={working}>
        {working ? texts.sending : texts.send}
      </MainButton>
    </form>
  )
}

/** On success the parent navigates. */
function EnterCode({ email, onAgain }: { email: string; onAgain: () => void }) {
  const settings = useSettings()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('../../../domain/accounts.ts')).codeForm,
    onValid: async ({ code }) => {
      const refused = await enterMailedCode(await openAuth(settings), email, code)
      if (refused) toast(refused)
    },
  })

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <div className="rounded-xl bg-bell-soft p-4">
        <MailCheck aria-hidden="true" className="mb-2 size-7" />
        <p className="wrap-anywhere">{texts.sentBody(email)}</p>
        <p className="mt-2 text-sm">{texts.sentHint}</p>
      </div>
      <Field label={texts.code} error={problems.code}>
        {(control) => (
          <Input
            {...control}
            name="code"
            className="text-lg tracking-widest"
            inputMode="numeric"
            autoComplete="one-time-code"
            ref={field}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" working={working}>
        {working ? texts.entering : texts.enter}
      </Button>
      <Button variant="quiet" className="w-full" onClick={onAgain}>
        {texts.again}
      </Button>
    </form>
  )
}
