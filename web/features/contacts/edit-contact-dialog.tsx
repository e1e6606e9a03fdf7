import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { editContactForm, spellTags } from '#domain/contacts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useEditContact } from './mutations.ts'
import type { Contact } from './queries.ts'
import { peopleTexts } from './texts.ts'

interface EditContactDialogProps {
  calendarId: string
  /** Null is closed. */
  contact: Contact | null
  /** The tags of the calendar. */
  tags: string[]
  onClose: () => void
}

export function EditContactDialog({ calendarId, contact, tags: known, onClose }: EditContactDialogProps) {
  const edit = useEditContact(calendarId)
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(editContactForm),
    defaultValues: { name: '', tags: '' },
  })
  useEffect(() => {
    if (contact) reset({ name: contact.name ?? '', tags: contact.tags.join(', ') })
  }, [contact, reset])
  const submit = handleSubmit(
    ({ name, tags }) =>
      contact && edit.mutate({ id: contact.id, name, tags: spellTags(tags, known) }, { onSuccess: onClose }),
  )
  return (
    <FormDialog
      open={contact !== null}
      onClose={onClose}
      title={peopleTexts.editTitle}
      description={contact?.contact_value}
      submit={edit.isPending ? peopleTexts.saving : peopleTexts.save}
      working={edit.isPending}
      onSubmit={submit}
    >
      <InputField
        label={peopleTexts.name}
        hint={peopleTexts.nameHint}
        error={formState.errors.name?.message}
        autoComplete="off"
        {...register('name')}
      />
      <InputField
        label={peopleTexts.tags}
        hint={peopleTexts.tagsHint}
        error={formState.errors.tags?.message}
        autoComplete="off"
        {...register('tags')}
      />
    </FormDialog>
  )
}
