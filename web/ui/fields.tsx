import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Input, Select, Textarea } from './input.tsx'

// A field with its control. `className` styles the field; every other prop goes to the control.

type Labelled = Pick<FieldProps, 'label' | 'hint' | 'error'>

export function InputField({ label, hint, error, required, className, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => <Input {...control} {...rest} />}
    </Field>
  )
}

export function TextareaField({
  label,
  hint,
  error,
  required,
  className,
  ...rest
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => <Textarea {...control} {...rest} />}
    </Field>
  )
}

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'children'> {
  /** The text of the option with the empty value. */
  placeholder?: string
  options: readonly (readonly [value: string | number, text: string])[]
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, required, className, placeholder, options, ...rest } = props
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <Select {...control} {...rest}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
