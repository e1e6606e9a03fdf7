import { followTexts } from '#domain/texts/follow.ts'
import type { FunctionFailure } from '#web/api/function-errors.ts'
import { type ToastMessage, toast } from '#web/ui/toast.ts'

const accepted: Record<string, ToastMessage> = { pending: followTexts.pending, waiting: followTexts.waiting }

/** Shows what became of a request to follow. Returns whether it was accepted; `refusals` are by status. */
export function showFollowAnswer(
  failure: FunctionFailure | null,
  status: string,
  refusals: Record<string, ToastMessage>,
): boolean {
  const failed = failure && { ...followTexts.failed, ...(failure.message ? { body: failure.message } : {}) }
  const refused = failed ?? refusals[status]
  toast(refused ?? accepted[status] ?? followTexts.sent)
  return !refused
}
