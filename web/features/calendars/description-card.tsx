import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { CALENDAR_DESCRIPTION_MAX } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import type { MemberCalendar } from './calendar.ts'
import { useUpdateInline } from './mutations.ts'
import { calendarScreenTexts, headingTexts } from './texts.ts'
import { useInlineEdit } from './use-inline-edit.ts'

/** Shows the description; an editor also sees the card when there is none. */
export function DescriptionCard({ calendar, editable }: { calendar: MemberCalendar; editable: boolean }) {
  const update = useUpdateInline(calendar.id, 'description')
  const edit = useInlineEdit()
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { description } = calendar

  function open() {
    setDraft(description ?? '')
    setError(null)
    edit.open()
  }

  async function save() {
    const { calendarDescription } = await import('#domain/calendars.ts')
    const parsed = calendarDescription.safeParse(draft)
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null)
    edit.close()
    if (parsed.data !== description) update.mutate(parsed.data)
  }

  if (!description && !editable) return null
  if (!edit.editing) {
    return (
      <Card className="flex items-start gap-2 p-4">
        {description ? (
          <>
            <p className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">{description}</p>
            {editable && (
              <button
                ref={edit.opener}
                type="button"
                aria-label={headingTexts.editDescription}
                onClick={open}
                className="-m-1.5 grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
                data-print="no"
              >
                <Pencil aria-hidden="true" className="size-4" />
              </button>
            )}
          </>
        ) : (
          <button ref={edit.opener} type="button" onClick={open} className="w-full rounded-md text-left text-muted">
            {calendarScreenTexts.addDescription}
          </button>
        )}
      </Card>
    )
  }
  return (
    <Card className="p-4">
      <form
        noValidate
        onKeyDown={edit.onEscape}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Textarea
          ref={edit.field}
          aria-label={headingTexts.description}
          aria-invalid={error ? true : undefined}
          aria-describedby="calendar-description-error"
          placeholder={calendarScreenTexts.addDescription}
          rows={4}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <FieldError id="calendar-description-error">{error}</FieldError>
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
