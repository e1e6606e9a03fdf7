import { useRef } from 'react'
import { InputField } from '#web/ui/fields.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
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
  const email = useRef<HTMLInputElement>(null)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/contacts.ts')).addContactForm,
    onValid: (contact, form) => {
      const written = email.current?.value
      add.mutate(contact, {
        onSuccess: () => {
          // The person may already be typing the next one.
          if (email.current?.value === written) form.reset()
          email.current?.focus()
        },
      })
    },
  })

  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-4xl flex-wrap items-start gap-3">
      <InputField
        label={dialogTexts.email}
        error={problems.email}
        className="min-w-52 flex-2"
        ref={email}
        type="email"
        name="email"
        autoComplete="off"
      />
      <InputField
        label={peopleTexts.nameOptional}
        error={problems.name}
        className="min-w-40 flex-1"
        name="name"
        autoComplete="off"
      />
      <MainButton
        className="max-sm:w-full sm:mt-6.5"
        reason={full ? { says: dialogTexts.full } : null}
        working={add.isPending}
      >
        {add.isPending ? dialogTexts.adding : dialogTexts.add}
      </MainButton>
    </form>
  )
}
