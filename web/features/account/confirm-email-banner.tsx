import { useEffect, useState } from 'react'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useClients } from '#web/api/clients.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { resendConfirmation } from './mutations.ts'
import { HOME_PATH } from './next-path.ts'
import { accountFormTexts } from './texts.ts'

export function ConfirmEmailBanner({ email }: { email: string }) {
  const clients = useClients()
  const [working, setWorking] = useState(false)

  // The link may have been opened on another device, so the session is refreshed when this tab gets visible.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void clients.auth.refreshSession()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [clients])

  async function resend() {
    setWorking(true)
    const refused = await resendConfirmation(clients, email, location.origin + HOME_PATH)
    toast(refused ?? accountFormTexts.confirmationEmailSent)
    setWorking(false)
  }

  return (
    <Banner
      title={accountTexts.confirmEmailBanner.title}
      action={
        <Button id="resend" variant="secondary" size="small" working={working} onClick={resend}>
          {accountFormTexts.resendEmail}
        </Button>
      }
    >
      {accountTexts.confirmEmailBanner.body}
    </Banner>
  )
}
