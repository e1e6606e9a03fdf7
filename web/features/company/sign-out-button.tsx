import { useState } from 'react'
import { useNavigate } from 'react-router'
import { siteTexts } from '#domain/texts/site.ts'
import { loadClients } from '#web/api/load-clients.ts'
import { useSettings } from '#web/api/settings.ts'

export function SignOutButton({ className, onDone }: { className: string; onDone?: () => void }) {
  const settings = useSettings()
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)

  async function signOut() {
    setWorking(true)
    const { auth } = await loadClients(settings)
    // Also when the server cannot be reached: on this browser the session ends at once.
    await auth.signOut({ scope: 'local' })
    setWorking(false)
    onDone?.()
    navigate('/')
  }

  return (
    <button type="button" disabled={working} onClick={signOut} className={className}>
      {siteTexts.signOut}
    </button>
  )
}
