import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { sendResetLink } from '#web/features/account/mutations.ts'
import { accountFormTexts, resetTexts, signInTexts } from '#web/features/account/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Offers the two ways to a new password in an ordinary session: with the current one, or by a link. */
export function ResetWhileSignedIn({ email }: { email: string }) {
  const clients = useClients()
  const [working, setWorking] = useState(false)

  async function send() {
    setWorking(true)
    toast((await sendResetLink(clients, email)) ?? accountFormTexts.resetLinkSent)
    setWorking(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <ButtonLink to="/account">{resetTexts.toAccount}</ButtonLink>
      <Button variant="secondary" working={working} onClick={send}>
        {working ? signInTexts.sendingLink : resetTexts.sendLink}
      </Button>
    </div>
  )
}
