import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { addContactForm } from '#domain/contacts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useAddContact } from './mutations.ts'
import { dialogTexts, peopleTexts } from './texts.ts'

interface AddContactProps {
  calendarId: string
  userId: string
  /** The list is at the limit of a free account. */
  full: boolean
}

export function AddContact({ calendarId, userId, full }: AddContactProps) {
  const add = useAddContact(calendarId, userId)
  const { register, handleSubmit, getValues, reset, setFocus, formState } = useForm({
    resolver: zodResolver(addContactForm),
    defaultValues: { email: '', name: '' },
  })

  const submit = handleSubmit((contact) => {
    const written = getValues('email')
    add.mutate(contact, {
      onSuccess: () => {
        // The person may already be typing the next one.
        if (getValues('email') === written) reset()
        setFocus('email')
      },
    })
  })

  return (
    <form noValidate onSubmit={submit} className="flex max-w-4xl flex-wrap items-start gap-3">
      <Field label={dialogTexts.email} error={formState.errors.email?.message} className="min-w-52 flex-2">
        {(control) => <Input {...control} type="email" autoComplete="off" {...register('email')} />}
      </Field>
      <Field label={peopleTexts.nameOptional} error={formState.errors.name?.message} className="min-w-40 flex-1">
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <Button type="submit" className="max-sm:w-full sm:mt-6.5" disabled={full} working={add.isPending}>
        {add.isPending ? dialogTexts.adding : dialogTexts.add}
      </Button>
    </form>
  )
}
