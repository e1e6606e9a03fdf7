import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Backdrop, DialogActions, DialogHead, panel, useDeferredOpen } from './dialog.tsx'

interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** More than words: an acknowledgement to tick, for instance. */
  children?: ReactNode
  confirm: ReactNode
  cancel?: ReactNode
  onConfirm: () => void
  disabled?: boolean
  /** Runs: it can be neither repeated nor closed. */
  working?: boolean
  variant?: 'danger' | 'primary'
}

/** A question that must be answered. A click beside it is no answer; Escape is "cancel". */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirm,
  cancel = 'Cancel',
  onConfirm,
  disabled = false,
  working = false,
  variant = 'danger',
}: AlertDialogProps) {
  const { isMounted, returnFocus } = useDeferredOpen(open)
  return (
    <Radix.Root open={isMounted} onOpenChange={(next) => (next || !working) && onOpenChange(next)}>
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
                {cancel}
              </Button>
            </Radix.Cancel>
            <Button variant={variant} disabled={disabled} working={working} onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
