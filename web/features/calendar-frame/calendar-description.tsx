import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { MemberCalendar } from '#web/features/calendars/calendar.ts'
import { useUpdateInline } from '#web/features/calendars/mutations.ts'
import { calendarScreenTexts, headingTexts } from '#web/features/calendars/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { CALENDAR_DESCRIPTION_MAX } from '../../../domain/limits.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** Shows the description; an editor is invited to write one when there is none. */
export function CalendarDescription({ calendar, editable }: { calendar: MemberCalendar; editable: boolean }) {
  const update = useUpdateInline(calendar.id, 'description')
  const edit = useInlineEdit()
  const [draft, setDraft] = useState('')
  const { description } = calendar
  const { onSubmit, problems } = useCheckedForm({
    isOpen: edit.editing,
    rules: async () => (await import('../../../domain/calendars.ts')).calendarSettingsForm.pick({ description: true }),
    onValid: (given) => {
      edit.close()
      if (given.description !== description) update.mutate(given.description)
    },
  })

  function open() {
    setDraft(description ?? '')
    edit.open()
  }

  if (!description && !editable) return null
  if (!edit.editing) {
    return (
      <Card className="flex items-start gap-1 p-4 text-sm leading-6 text-muted">
        {description ? (
          <>
            <p className="min-w-0 max-w-prose whitespace-pre-line wrap-anywhere">{description}</p>
            {editable && (
              <button
                ref={edit.opener}
                type="button"
                aria-label={headingTexts.editDescription}
                onClick={open}
                className="-my-1.5 grid size-9 shrink-0 place-items-center rounded-lg hover:bg-sunk hover:text-ink"
                data-print="no"
              >
                <Pencil aria-hidden="true" className="size-4" />
              </button>
            )}
          </>
        ) : (
          <button
            ref={edit.opener}
            type="button"
            onClick={open}
            className="rounded-md text-left underline decoration-dotted underline-offset-4 hover:text-ink"
          >
            {calendarScreenTexts.addDescription}
          </button>
        )}
      </Card>
    )
  }
  return (
    <Card className="p-4">
      <form noValidate onKeyDown={edit.onEscape} onSubmit={onSubmit}>
        <Textarea
          ref={edit.field}
          aria-label={headingTexts.description}
          aria-invalid={problems.description ? true : undefined}
          aria-describedby="calendar-description-error"
          placeholder={calendarScreenTexts.addDescription}
          name="description"
          rows={4}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <FieldError id="calendar-description-error">{problems.description}</FieldError>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <span className="mr-auto text-sm text-muted tabular-nums">
            {[...draft].length} / {CALENDAR_DESCRIPTION_MAX}
          </span>
          <Button variant="secondary" size="small" onClick={edit.close}>
            {headingTexts.cancel}
          </Button>
          <Button type="submit" size="small">
            {headingTexts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
