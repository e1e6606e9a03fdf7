import { type KeyboardEvent, useState } from 'react'
import { dayInZone } from '#domain/dates.ts'
import { newEventDraft } from '#domain/events.ts'
import { dashboardPreviewProblemTexts, previewTexts } from '#domain/texts/events.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { EventCalendar } from './event.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { dialogTexts, templateTexts } from './texts.ts'
import { usePreview } from './use-preview.ts'

const words = { problems: dashboardPreviewProblemTexts, failed: previewTexts.error }

/** In a calendar's settings, beside its template: what the saved one makes of an event today. No form, for it stands in one. */
export function TemplatePreview({ calendar }: { calendar: EventCalendar }) {
  const [title, setTitle] = useState('')
  const preview = usePreview(calendar, words)

  const show = () =>
    preview.show({ ...newEventDraft(dayInZone(Date.now(), calendar.time_zone)), title, category: 'Event' })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter would save the settings around it.
    event.preventDefault()
    show()
  }

  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={templateTexts.title} hint={templateTexts.hint} className="min-w-52 flex-1">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Button variant="secondary" className="max-sm:w-full sm:mt-6.5" working={preview.isPending} onClick={show}>
        {preview.isPending ? dialogTexts.previewing : previewTexts.previewEmail}
      </Button>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </div>
  )
}
