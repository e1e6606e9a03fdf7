import { imageFieldTexts } from '#web/features/events/texts.ts'
import type { Reason } from '#web/ui/main-button.tsx'
import { eventProblemTexts } from '../../../domain/texts/events.ts'

// Why an event cannot be saved yet.

export const noRecipients: Reason = { says: eventProblemTexts.noRecipients.body, field: 'add-people' }
export const addingImage: Reason = { says: imageFieldTexts.adding }

/** Keyed by what `missingField` in domain/events.ts finds missing. */
export const reasons = {
  missingTitle: { says: eventProblemTexts.missingTitle.body, field: 'title' },
  missingStartTime: { says: eventProblemTexts.missingStartTime.body, field: 'startTime' },
  missingEndTime: { says: eventProblemTexts.missingEndTime.body, field: 'endTime' },
  missingCategory: { says: eventProblemTexts.missingCategory.body, field: 'category' },
} satisfies Record<string, Reason>
