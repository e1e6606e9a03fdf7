// What the database refuses, as these functions answer it: our own codes and its sentences, never a 500.
import { AppError, sqlState } from '#domain/errors.ts'

/** What is said where the database has no sentence of its own. */
const ofAnEvent = {
  forbidden: "You can't change this event.",
  invalid: "This event can't be saved. Please check what you entered.",
}

export async function refusing<T>(work: Promise<T>, say = ofAnEvent): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error, say) ?? error
  }
}

function refusalOf(error: unknown, say: typeof ofAnEvent): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const { code, message, detail } = error as Error & { code: string; detail?: string }
  if (/^TB\d{3}$/.test(code)) return new AppError(sqlState(code), 400, message, { details: detail })
  if (code === '42501') return new AppError('forbidden', 403, say.forbidden)
  if (/^2[23]/.test(code)) return new AppError('validation_failed', 400, say.invalid)
  return null
}
