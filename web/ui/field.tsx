import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

export function Label({ className, ...rest }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives htmlFor.
  return <label className={classes('block text-sm font-semibold text-ink', className)} {...rest} />
}

/** Connects a control to its field: spread these into the input. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Is shown below the control. */
  hint?: ReactNode
  error?: string | null
  required?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Ties a label, a control, a hint and an error together. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' *'}
          </span>
        )}
      </Label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Is always rendered: screen readers announce only changes of a live region that exists already. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p id={id} aria-live="polite" className="text-sm font-semibold text-danger empty:hidden">
      {children}
    </p>
  )
}
