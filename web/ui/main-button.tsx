import { type MouseEvent, useId } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** Why a main button is disabled. */
export interface Reason {
  says: string
  /** The name or id of the field that is still to be filled in; a press on the reason leads there. */
  field?: string
}

interface MainButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Null enables the button. */
  reason: Reason | null
}

/** The main button of a form: while it is disabled, it says why. */
export function MainButton({ reason, ...button }: MainButtonProps) {
  const id = useId()
  return (
    <>
      <Button
        type="submit"
        disabled={reason !== null}
        aria-describedby={reason && !button.working ? id : undefined}
        {...button}
      />
      <p id={id} data-reason aria-live="polite" className="text-center text-sm text-muted empty:hidden">
        {reason && !button.working && <ReasonText {...reason} />}
      </p>
    </>
  )
}

function ReasonText({ says, field }: Reason) {
  function lead({ currentTarget }: MouseEvent<HTMLElement>) {
    const around = currentTarget.closest('form, [role$=dialog]') ?? document
    around.querySelector<HTMLElement>(`[name="${field}"], [id="${field}"]`)?.focus()
  }
  if (!field) return says
  return (
    <button type="button" className="link min-h-6" onClick={lead}>
      {says}
    </button>
  )
}
