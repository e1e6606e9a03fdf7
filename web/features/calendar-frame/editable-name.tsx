import { Pencil } from 'lucide-react'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'
import { useUpdateInline } from '#web/features/calendars/mutations.ts'
import { headingTexts } from '#web/features/calendars/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { CALENDAR_NAME_MAX } from '../../../domain/limits.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** Shows the calendar's name as the page's heading, which the owner can edit in place. */
export function EditableName({ calendar, editable }: { calendar: MemberCalendar; editable: boolean }) {
  const update = useUpdateInline(calendar.id, 'name')
  const edit = useInlineEdit()
  const { onSubmit, problems } = useCheckedForm({
    isOpen: edit.editing,
    rules: async () => (await import('../../../domain/calendars.ts')).calendarSettingsForm.pick({ name: true }),
    onValid: ({ name }) => {
      edit.close()
      if (name !== calendar.name) update.mutate(name)
    },
  })

  if (!edit.editing) {
    return (
      <div className="flex min-w-0 items-start gap-2">
        <h1 className="min-w-0 text-[1.375rem] leading-8 sm:text-[1.625rem] wrap-anywhere">{calendar.name}</h1>
        {editable && (
          <button
            ref={edit.opener}
            type="button"
            aria-label={headingTexts.editName}
            onClick={edit.open}
            className="grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
            data-print="no"
          >
            <Pencil aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
    )
  }
  return (
    <form noValidate onKeyDown={edit.onEscape} onSubmit={onSubmit}>
      <h1 className="sr-only">{calendar.name}</h1>
      <div className="flex flex-wrap gap-2">
        <Input
          name="name"
          ref={edit.field}
          aria-label={headingTexts.name}
          aria-invalid={problems.name ? true : undefined}
          aria-describedby="calendar-name-error"
          defaultValue={calendar.name}
          maxLength={CALENDAR_NAME_MAX * 2}
          autoComplete="off"
          className="max-w-xl min-w-48 flex-1 font-display text-2xl"
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
