import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

// Checkbox, switch and radio are native inputs, only larger: they work in forms, by keyboard and without scripts.

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

export function Checkbox({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {(id) => (
        <input id={id} type="checkbox" className={classes(box, 'rounded-sm')} {...describe(id, hint)} {...rest} />
      )}
    </Choice>
  )
}

export function Radio({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {(id) => (
        <input id={id} type="radio" className={classes(box, 'rounded-full')} {...describe(id, hint)} {...rest} />
      )}
    </Choice>
  )
}

export function Switch({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {(id) => (
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state.
        <input id={id} type="checkbox" role="switch" className={track} {...describe(id, hint)} {...rest} />
      )}
    </Choice>
  )
}

/** Groups radios or checkboxes under a legend. */
export function RadioGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      {children}
    </fieldset>
  )
}

interface FrameProps {
  label: ReactNode
  hint?: ReactNode
  className?: string
  children: (id: string) => ReactNode
}

function Choice({ label, hint, className, children }: FrameProps) {
  const id = useId()
  return (
    <div className={classes('flex items-start gap-3', className)}>
      {children(id)}
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="block leading-snug">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

function describe(id: string, hint: ReactNode) {
  return hint ? { 'aria-describedby': `${id}-hint` } : {}
}

const box = 'mt-0.5 size-6 shrink-0 accent-ink disabled:opacity-55'

const track =
  'relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full border-2 border-line-strong bg-sunk transition-colors ' +
  'before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-line-strong ' +
  'before:transition-transform checked:border-bell-line checked:bg-bell checked:before:translate-x-5 ' +
  'checked:before:bg-bell-ink disabled:opacity-55'
