import { invoke } from '#web/api/function-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { EventCalendar } from '#web/features/events/event.ts'
import { toast } from '#web/ui/toast.ts'
import { isTemplateConfigured } from '../../../domain/calendars.ts'
import { instantAt } from '../../../domain/dates.ts'
import { detailsOf } from '../../../domain/event-columns.ts'
import { type EventDraft, previewProblem } from '../../../domain/events.ts'
import { type PreviewProblem, previewProblemTexts, previewTexts } from '../../../domain/texts/events.ts'
import type { Toast } from '../../../domain/texts/toast.ts'

interface PreviewWords {
  problems: Record<PreviewProblem, Toast>
  failed: Toast & { body: string }
}

const memberWords: PreviewWords = { problems: previewProblemTexts, failed: previewTexts.failed }

/** Renders a draft as its email: HTML, or '' when there is nothing to show. The dashboard passes texts of its own. */
export function usePreview(calendar: EventCalendar, { problems, failed }: PreviewWords = memberWords) {
  const preview = useWrite({
    write: async (clients, draft: EventDraft) => {
      const body = { calendar_id: calendar.id, event_data: eventData(draft, calendar.time_zone) }
      return (await invoke<{ html?: string }>(clients, 'preview-email', body)).html ?? ''
    },
    failed,
  })

  function show(draft: EventDraft) {
    const problem = previewProblem(draft, isTemplateConfigured(calendar))
    if (problem) toast(problems[problem])
    else preview.mutate(draft)
  }

  return { show, html: preview.data, isPending: preview.isPending, close: preview.reset }
}

function eventData(draft: EventDraft, zone: string) {
  return {
    ...detailsOf(draft),
    start_time: instantAt(draft.day, draft.allDay ? '00:00' : draft.startTime, zone).toISOString(),
    end_time: instantAt(draft.endDay, draft.allDay ? '23:59' : draft.endTime, zone).toISOString(),
    all_day: draft.allDay ?? false,
  }
}
