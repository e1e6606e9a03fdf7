import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** Returns a function that connects a field to a form's value and error: `<InputField {...field('email')} />`. */
export function fieldsOf<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  })
}
