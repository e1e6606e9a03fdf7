import { useId } from 'react'
import { spellTags } from '#domain/contact-choices.ts'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useTagContacts } from './mutations.ts'
import { peopleTexts } from './texts.ts'

interface TagDialogProps {
  calendarId: string
  /** Null is closed. */
  what: 'add' | 'remove' | null
  ids: string[]
  /** The tags of the calendar. */
  tags: string[]
  onClose: () => void
}

export function TagDialog({ calendarId, what, ids, tags, onClose }: TagDialogProps) {
  const change = useTagContacts(calendarId)
  const list = useId()
  const { onSubmit, problems } = useCheckedForm({
    isOpen: what !== null,
    rules: async () => (await import('#domain/contacts.ts')).tagContactsForm,
    onValid: ({ tags: typed }) => {
      const spelled = spellTags(typed, tags)
      change.mutate(what === 'remove' ? { ids, remove: spelled } : { ids, add: spelled }, { onSuccess: onClose })
    },
  })
  return (
    <FormDialog
      open={what !== null}
      onClose={onClose}
      title={what === 'remove' ? peopleTexts.removeTag : peopleTexts.addTag}
      description={peopleTexts.selected(ids.length)}
      submit={change.isPending ? peopleTexts.saving : peopleTexts.save}
      working={change.isPending}
      onSubmit={onSubmit}
    >
      {what === 'remove' ? (
        <SelectField
          label={peopleTexts.tags}
          error={problems.tags}
          placeholder=""
          options={tags.map((tag) => [tag, tag])}
          name="tags"
        />
      ) : (
        <>
          <InputField
            label={peopleTexts.tags}
            hint={peopleTexts.tagsHint}
            error={problems.tags}
            list={list}
            autoComplete="off"
            name="tags"
          />
          <datalist id={list}>
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      )}
    </FormDialog>
  )
}
