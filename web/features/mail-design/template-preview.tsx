import { type KeyboardEvent, useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import {
  dashboardPreviewProblemTexts,
  dialogTexts,
  previewDialogTexts,
  templateTexts,
} from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { dayInZone } from '../../../domain/dates.ts'
import { newEventDraft } from '../../../domain/events.ts'
import { ChooseDesign } from './choose-design.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { usePreview } from './use-preview.ts'

const words = { problems: dashboardPreviewProblemTexts, failed: previewDialogTexts.error }

/** Previews the saved template with an event today. Not a form, because it is inside the settings form. */
export function TemplatePreview({ calendar }: { calendar: EventCalendar }) {
  const [title, setTitle] = useState('')
  const preview = usePreview(calendar, words)

  const show = () =>
    preview.show({ ...newEventDraft(dayInZone(Date.now(), calendar.time_zone)), title, category: 'Event' })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter would submit the settings form around it.
    event.preventDefault()
    show()
  }

  return (
    <div className="flex flex-wrap items-start gap-3">
      <ChooseDesign calendar={calendar} />
      <InputField
        label={templateTexts.title}
        hint={templateTexts.hint}
        className="min-w-52 flex-1"
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="secondary" className="max-sm:w-full sm:mt-6.5" working={preview.isPending} onClick={show}>
        {preview.isPending ? dialogTexts.previewing : previewDialogTexts.previewEmail}
      </Button>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </div>
  )
}
