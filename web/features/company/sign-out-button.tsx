import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Clients } from '#web/api/clients.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { useSettings } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'

interface SignOutButtonProps {
  className: string
  onDone?: () => void
}

export function SignOutButton({ className, onDone }: SignOutButtonProps) {
  const settings = useSettings()
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)

  async function signOutHere() {
    setWorking(true)
    const { rest, signOut } = await loadClients(settings)
    // The next person on this browser must not get our notifications. A failure here must not prevent signing out.
    await endPush(rest).catch((error) => console.debug('notifications were not switched off:', error))
    await signOut()
    setWorking(false)
    onDone?.()
    navigate('/')
  }

  return (
    <button type="button" disabled={working} onClick={signOutHere} className={className}>
      {siteTexts.signOut}
    </button>
  )
}

async function endPush(rest: Clients['rest']): Promise<void> {
  const { endSubscription } = await import('#web/api/push-subscription.ts')
  await endSubscription(rest)
}
