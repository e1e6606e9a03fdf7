// Translates what the database refuses into answers with our codes and its sentences, never a 500.
import { raisedResponse } from '#database/errors.ts'
import { AppError, sqlState } from '#domain/errors.ts'

/** Sentences for refusals that carry none of their own. */
const eventSentences = {
  forbidden: "You can't change this event.",
  invalid: "This event can't be saved. Please check what you entered.",
}

export async function translateDatabaseErrors<T>(work: Promise<T>, sentences = eventSentences): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw translated(error, sentences) ?? error
  }
}

function translated(error: unknown, sentences: typeof eventSentences): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const { code, message, detail } = error as Error & { code: string; detail?: string }
  if (/^TB\d{3}$/.test(code)) return new AppError(sqlState(code), 400, message, { details: detail })
  if (code === 'PGRST') {
    const raised = raisedResponse({ message, ...(detail !== undefined && { detail }) })
    return raised ? new AppError(sqlState(raised.code), raised.status, raised.message, raised) : null
  }
  if (code === 'P0002') return new AppError('not_found', 404, message)
  if (code === '42501') return new AppError('forbidden', 403, sentences.forbidden)
  if (/^2[23]/.test(code)) return new AppError('validation_failed', 400, sentences.invalid)
  return null
}
