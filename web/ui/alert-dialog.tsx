import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Backdrop, DialogActions, DialogHead, panel, useDeferredOpen } from './dialog.tsx'
import { MainButton, type Reason } from './main-button.tsx'
import { uiTexts } from './texts.ts'

interface AlertDialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description: ReactNode
  /** Further content, such as a checkbox to confirm. */
  children?: ReactNode
  confirm: ReactNode
  /** The button that changes nothing; "Cancel" unless given. */
  keep?: ReactNode
  onConfirm: () => void
  /** Why it cannot be confirmed yet. */
  reason?: Reason | null
  /** The action is running: it can be neither repeated nor closed. */
  working?: boolean
  variant?: 'danger' | 'primary'
}

/** Asks a question that must be answered: a click outside does nothing, Escape cancels. */
export function AlertDialog({
  open,
  onClose,
  title,
  description,
  children,
  confirm,
  keep = uiTexts.cancel,
  onConfirm,
  reason = null,
  working = false,
  variant = 'danger',
}: AlertDialogProps) {
  const { isMounted, returnFocus } = useDeferredOpen(open, () => !working && onClose())
  return (
    <Radix.Root open={isMounted} onOpenChange={() => !working && onClose()}>
      {open && <Backdrop />}
      <Radix.Portal>
        <Radix.Content aria-modal="true" className={classes(panel, 'max-w-lg')} onCloseAutoFocus={returnFocus}>
          <DialogHead>
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
          </DialogHead>
          {children}
          <DialogActions>
            <Radix.Cancel asChild>
              <Button variant="secondary" disabled={working}>
                {keep}
              </Button>
            </Radix.Cancel>
            <MainButton type="button" variant={variant} reason={reason} working={working} onClick={onConfirm}>
              {confirm}
            </MainButton>
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
