import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { spellTags, tagContactsForm } from '#domain/contacts.ts'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(tagContactsForm),
    defaultValues: { tags: '' },
  })
  useEffect(() => {
    if (what) reset({ tags: '' })
  }, [what, reset])
  const submit = handleSubmit(({ tags: typed }) => {
    const spelled = spellTags(typed, tags)
    change.mutate(what === 'remove' ? { ids, remove: spelled } : { ids, add: spelled }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      open={what !== null}
      onClose={onClose}
      title={what === 'remove' ? peopleTexts.removeTag : peopleTexts.addTag}
      description={peopleTexts.selected(ids.length)}
      submit={change.isPending ? peopleTexts.saving : peopleTexts.save}
      working={change.isPending}
      onSubmit={submit}
    >
      {what === 'remove' ? (
        <SelectField
          label={peopleTexts.tags}
          error={formState.errors.tags?.message}
          placeholder=""
          options={tags.map((tag) => [tag, tag])}
          {...register('tags')}
        />
      ) : (
        <>
          <InputField
            label={peopleTexts.tags}
            hint={peopleTexts.tagsHint}
            error={formState.errors.tags?.message}
            list={list}
            autoComplete="off"
            {...register('tags')}
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
