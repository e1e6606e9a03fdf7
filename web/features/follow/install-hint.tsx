import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { INSTALL_PROMPT } from '#web/ui/install-prompt.ts'
import { installTexts } from './texts.ts'

const SHOWN = 'townbell-install-hint'

/** The browser's event, which only some browsers have. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

/** Offers to install the app: once on a device, and only where the browser can. */
export function InstallHint() {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null)
  useEffect(() => {
    const offer = () => {
      const found = (window as { [INSTALL_PROMPT]?: InstallPrompt })[INSTALL_PROMPT]
      if (found && isFirstTime()) setPrompt(found)
    }
    offer()
    window.addEventListener('beforeinstallprompt', offer)
    return () => window.removeEventListener('beforeinstallprompt', offer)
  }, [])
  if (!prompt) return null
  const close = () => setPrompt(null)
  return (
    <div className="mt-8 text-left">
      <Banner
        title={installTexts.title}
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                close()
                void prompt.prompt()
              }}
            >
              <Smartphone aria-hidden="true" className="size-4" />
              {installTexts.install}
            </Button>
            <Button variant="quiet" size="small" onClick={close}>
              {installTexts.notNow}
            </Button>
          </div>
        }
      >
        {installTexts.body}
      </Banner>
    </div>
  )
}

/** Returns false where nothing can be stored: there the hint would come back each time. */
function isFirstTime(): boolean {
  try {
    if (localStorage.getItem(SHOWN)) return false
    localStorage.setItem(SHOWN, 'yes')
    return true
  } catch {
    return false
  }
}
