import { spellTags } from '#domain/contact-choices.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
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
  const { onSubmit, problems } = useCheckedForm({
    isOpen: contact !== null,
    rules: async () => (await import('#domain/contacts.ts')).editContactForm,
    onValid: ({ name, tags }) =>
      contact && edit.mutate({ id: contact.id, name, tags: spellTags(tags, known) }, { onSuccess: onClose }),
  })
  return (
    <FormDialog
      open={contact !== null}
      onClose={onClose}
      title={peopleTexts.editTitle}
      description={contact?.contact_value}
      submit={edit.isPending ? peopleTexts.saving : peopleTexts.save}
      working={edit.isPending}
      onSubmit={onSubmit}
    >
      <InputField
        label={peopleTexts.name}
        hint={peopleTexts.nameHint}
        error={problems.name}
        autoComplete="off"
        name="name"
        defaultValue={contact?.name ?? ''}
      />
      <InputField
        label={peopleTexts.tags}
        hint={peopleTexts.tagsHint}
        error={problems.tags}
        autoComplete="off"
        name="tags"
        defaultValue={contact?.tags.join(', ')}
      />
    </FormDialog>
  )
}
