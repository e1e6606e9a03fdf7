import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import type { ButtonVariant } from './button.tsx'
import { CancelButton, Dialog, DialogActions, type DialogProps, useUnsaved } from './dialog.tsx'
import { MainButton, type Reason } from './main-button.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'closable'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Names the step that the dialog is at: in another one nothing is typed yet. */
  step?: string
  /** The label of the submit button. */
  submit: ReactNode
  /** The label of the button that closes it; "Cancel" unless given. */
  cancel?: ReactNode
  variant?: ButtonVariant
  /** Why it cannot be submitted yet. */
  reason?: Reason | null
  /** The form is being submitted: it can be neither closed nor submitted again. */
  working: boolean
}

/** A dialog with one form, which Cancel closes. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, step, submit, cancel, variant, reason = null, working, children, ...dialog } = props
  return (
    <Dialog {...dialog} closable={!working}>
      <TypedForm key={step} onSubmit={onSubmit}>
        {children}
        <DialogActions>
          <CancelButton disabled={working}>{cancel}</CancelButton>
          <MainButton variant={variant} reason={reason} working={working}>
            {submit}
          </MainButton>
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
