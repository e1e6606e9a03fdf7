import { useUpdateInline } from '#web/features/calendars/mutations.ts'
import { headingTexts } from '#web/features/calendars/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { CALENDAR_NAME_MAX } from '../../../domain/limits.ts'
import type { useInlineEdit } from './use-inline-edit.ts'

interface EditNameProps {
  calendar: { id: string; name: string }
  edit: ReturnType<typeof useInlineEdit>
}

/** Edits the calendar's name over the header that shows it. */
export function EditName({ calendar, edit }: EditNameProps) {
  const update = useUpdateInline(calendar.id, 'name')
  const { onSubmit, problems } = useCheckedForm({
    isOpen: edit.editing,
    rules: async () => (await import('../../../domain/calendars.ts')).calendarSettingsForm.pick({ name: true }),
    onValid: ({ name }) => {
      edit.close()
      if (name !== calendar.name) update.mutate(name)
    },
  })
  return (
    <form
      noValidate
      onKeyDown={edit.onEscape}
      onSubmit={onSubmit}
      className="absolute inset-x-0 top-0 z-10 min-h-14 border-b border-line bg-card px-4 py-1.5 sm:px-6"
    >
      <div className="flex gap-2">
        <Input
          name="name"
          // Focused when it arrives: its code comes after the press.
          ref={(field) => {
            edit.field.current = field as typeof edit.field.current
            field?.focus()
            field?.select()
          }}
          aria-label={headingTexts.name}
          aria-invalid={problems.name ? true : undefined}
          aria-describedby="calendar-name-error"
          defaultValue={calendar.name}
          maxLength={CALENDAR_NAME_MAX * 2}
          autoComplete="off"
          className="min-w-0 max-w-xl flex-1"
        />
        <Button type="submit">{headingTexts.save}</Button>
        <Button variant="secondary" onClick={edit.close}>
          {headingTexts.cancel}
        </Button>
      </div>
      <FieldError id="calendar-name-error">{problems.name}</FieldError>
    </form>
  )
}
