import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { CancelButton, Dialog, DialogActions, type DialogProps, useUnsaved } from './dialog.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'closable'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
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
      <TypedForm onSubmit={onSubmit}>
        {children}
        <DialogActions>
          <CancelButton disabled={working} />
          <Button type="submit" variant={variant} disabled={disabled} working={working}>
            {submit}
          </Button>
        </DialogActions>
      </TypedForm>
    </Dialog>
  )
}

/** A form in a dialog that asks before it discards what was typed. */
export function TypedForm({ className = 'space-y-5', ...rest }: ComponentProps<'form'>) {
  const [isTyped, setIsTyped] = useState(false)
  useUnsaved(isTyped)
  return <form noValidate onInput={() => setIsTyped(true)} className={className} {...rest} />
}
