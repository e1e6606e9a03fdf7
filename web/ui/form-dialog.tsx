import type { FormEvent, ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, DialogActions, type DialogProps } from './dialog.tsx'
import { uiTexts } from './texts.ts'

export interface FormDialogProps extends Omit<DialogProps, 'closable'> {
  onSubmit: (event: FormEvent) => unknown
  /** The label of the submit button. */
  submit: ReactNode
  variant?: ButtonVariant
  disabled?: boolean
  /** The form is being submitted: it can be neither closed nor submitted again. */
  working: boolean
}

/** A dialog with one form, which Cancel closes. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submit, variant, disabled, working, children, ...dialog } = props
  return (
    <Dialog {...dialog} closable={!working}>
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        {children}
        <DialogActions>
          <Button variant="secondary" disabled={working} onClick={dialog.onClose}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" variant={variant} disabled={disabled} working={working}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
