import { Bell, CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { toast as draw, Toaster as Sonner } from 'sonner'
import { offlineTexts } from '#web/texts/offline.ts'
import { classes } from './classes.ts'
import { isOffline } from './is-offline.ts'
import { showToastsWith } from './toast.ts'
import 'sonner/dist/styles.css'
import { uiTexts } from './texts.ts'

const READING_MS = 7000

export function Toaster() {
  useEffect(
    () =>
      showToastsWith(({ title, body, destructive, action, duration = READING_MS }) => {
        const Icon = destructive ? CircleAlert : Bell
        draw(title, {
          // Whatever failed has the same reason then.
          description: destructive && isOffline() ? offlineTexts.refused : body,
          duration,
          action,
          icon: <Icon aria-hidden="true" className="size-5" />,
          className: classes('toast', destructive && 'toast-destructive'),
        })
      }),
    [],
  )
  // One place for all, where no dialog has its buttons: they are at the right, and on a small screen at the bottom.
  const isSmall = matchMedia('(max-width: 600px)').matches
  return (
    <Sonner
      position={isSmall ? 'top-center' : 'bottom-left'}
      // Above the bar of what waits to be sent (features/notices).
      offset={{ bottom: 'calc(24px + var(--waiting-height, 0px))' }}
      closeButton
      gap={10}
      visibleToasts={4}
      containerAriaLabel={uiTexts.notifications}
      // Above dialogs, and clickable while one is open.
      style={{ pointerEvents: 'auto' }}
    />
  )
}
