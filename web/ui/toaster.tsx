import { Bell, CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { toast as draw, Toaster as Sonner } from 'sonner'
import { classes } from './classes.ts'
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
          description: body,
          duration,
          action,
          // A toast at the bottom would cover the buttons of a tall dialog.
          ...(isDialogOpen() ? { position: 'top-center' as const } : {}),
          icon: <Icon aria-hidden="true" className="size-5" />,
          className: classes('toast', destructive && 'toast-destructive'),
        })
      }),
    [],
  )
  // On a small screen a dialog's buttons are at the bottom.
  const isSmall = matchMedia('(max-width: 600px)').matches
  return (
    <Sonner
      position={isSmall ? 'top-center' : 'bottom-right'}
      closeButton
      gap={10}
      visibleToasts={4}
      containerAriaLabel={uiTexts.notifications}
      // Above dialogs, and clickable while one is open.
      style={{ pointerEvents: 'auto' }}
    />
  )
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
