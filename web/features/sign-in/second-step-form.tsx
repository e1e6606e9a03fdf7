import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { verifyCode } from '#web/features/account/mutations.ts'
import { accountFormTexts, secondStepTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { usePageHead } from '#web/ui/use-page-head.ts'

const rules = async () => (await import('../../../domain/accounts.ts')).codeForm

/** Asks for the second-factor code, or a recovery code, after the password. On success the parent navigates. */
export function SecondStepForm({ factorId }: { factorId: string }) {
  const settings = useSettings()
  const [recovery, setRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  usePageHead(secondStepTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field.
  useEffect(() => field.current?.focus(), [recovery])
  const { onSubmit, problems, working } = useCheckedForm({
    rules,
    onValid: async ({ code }) => {
      const refused = await verifyCode(await openAuth(settings), factorId, code)
      if (refused) toast(refused)
    },
  })

  async function signOut() {
    const { auth } = await openAuth(settings)
    await auth.signOut({ scope: 'local' })
  }

  return (
    <>
      <h1 className="text-3xl">{secondStepTexts.heading}</h1>
      <p className="mt-1.5 mb-6 text-muted">{recovery ? secondStepTexts.leadRecovery : secondStepTexts.lead}</p>
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <Field
          key={String(recovery)}
          label={recovery ? secondStepTexts.recoveryCode : secondStepTexts.code}
          error={problems.code}
        >
          {(control) => (
            <Input
              {...control}
              name="code"
              className="text-lg tracking-widest"
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete={recovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              ref={field}
            />
          )}
        </Field>
        <Button type="submit" className="w-full" working={working}>
          {working ? secondStepTexts.verifying : secondStepTexts.verify}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 border-t border-line pt-5 text-sm">
        <button type="button" onClick={() => setRecovery(!recovery)} className="link min-h-8 rounded-sm">
          {recovery ? secondStepTexts.useApp : secondStepTexts.useRecovery}
        </button>
        <button type="button" onClick={signOut} className="link min-h-8 rounded-sm">
          {accountFormTexts.backToSignIn}
        </button>
      </p>
    </>
  )
}
