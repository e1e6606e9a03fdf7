import {
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ZodType } from 'zod'

interface LiveForm<Values extends FieldValues, Output> extends Pick<UseFormProps<Values>, 'defaultValues'> {
  rules: () => Promise<ZodType<Output>>
}

/**
 * The form of a signed-in screen whose fields follow each other while somebody types: a city its state, an end its start. Every other
 * form is in use-checked-form.ts, which weighs less. The rules and zod are downloaded with the first submit.
 */
export function useLiveForm<Values extends FieldValues, Output>({ rules, defaultValues }: LiveForm<Values, Output>) {
  const resolver: Resolver<Values, unknown, Output> = async (...given) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), rules()])
    const check = zodResolver(schema as ZodType<Output, Values>) as unknown as Resolver<Values, unknown, Output>
    return check(...given)
  }
  return useForm<Values, unknown, Output>({ resolver, defaultValues })
}

/** Returns a function that connects a field to a form's value and error: `<InputField {...field('email')} />`. */
export function fieldsOf<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  })
}
