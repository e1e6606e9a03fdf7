import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'
import { useUpdateInline } from '#web/features/calendars/mutations.ts'
import { headingTexts } from '#web/features/calendars/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { CALENDAR_NAME_MAX } from '../../../domain/limits.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** Shows the calendar's name as the page's heading, which the owner can edit in place. */
export function EditableName({ calendar, editable }: { calendar: MemberCalendar; editable: boolean }) {
  const update = useUpdateInline(calendar.id, 'name')
  const edit = useInlineEdit()
  const [error, setError] = useState<string | null>(null)

  async function save(text: string) {
    const { calendarName } = await import('../../../domain/calendars.ts')
    const parsed = calendarName.safeParse(text)
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null)
    edit.close()
    if (parsed.data !== calendar.name) update.mutate(parsed.data)
  }

  if (!edit.editing) {
    return (
      <div className="flex min-w-0 items-start gap-2">
        <h1 className="min-w-0 text-[1.375rem] leading-8 sm:text-[1.625rem] wrap-anywhere">{calendar.name}</h1>
        {editable && (
          <button
            ref={edit.opener}
            type="button"
            aria-label={headingTexts.editName}
            onClick={() => {
              setError(null)
              edit.open()
            }}
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
    <form
      noValidate
      onKeyDown={edit.onEscape}
      onSubmit={(event) => {
        event.preventDefault()
        save(String(new FormData(event.currentTarget).get('name')))
      }}
    >
      <h1 className="sr-only">{calendar.name}</h1>
      <div className="flex flex-wrap gap-2">
        <Input
          name="name"
          ref={edit.field}
          aria-label={headingTexts.name}
          aria-invalid={error ? true : undefined}
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
      <FieldError id="calendar-name-error">{error}</FieldError>
    </form>
  )
}
