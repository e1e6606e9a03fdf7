import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { resendConfirmation } from '#web/features/account/mutations.ts'
import { accountFormTexts, signInTexts } from '#web/features/account/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Says what to do after sign-up, and stays when the toast has gone. */
export function ConfirmationSent({ email, redirectTo }: { email: string; redirectTo: string }) {
  const settings = useSettings()
  const [working, setWorking] = useState(false)

  async function resend() {
    setWorking(true)
    const refused = await resendConfirmation(await openAuth(settings), email, redirectTo)
    toast(refused ?? accountFormTexts.confirmationEmailSent)
    setWorking(false)
  }

  return (
    <div className="rounded-xl bg-bell-soft p-5">
      <MailCheck aria-hidden="true" className="mb-3 size-8" />
      <h2 className="text-xl">{signInTexts.sentHeading}</h2>
      <p className="mt-1 wrap-anywhere">{signInTexts.sentBody(email)}</p>
      <p className="mt-3 text-sm">{signInTexts.sentHint}</p>
      {settings.signUp && <p className="mt-1 text-sm">{accountTexts.signUpRule.onlyIfAllowed}</p>}
      <Button variant="secondary" size="small" className="mt-4" working={working} onClick={resend}>
        {accountFormTexts.resendEmail}
      </Button>
    </div>
  )
}
