// What a stranger at an open browser, or with a copied token, must not do asks for a code of the second step that was given just now.
import { minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'

/** The time for which a code counts as recent. */
const FRESH_MS = minutes(10)

export function requireFresh(givenAt: Date | null, now: Date): void {
  const age = now.getTime() - (givenAt?.getTime() ?? 0)
  if (age > FRESH_MS) throw new AppError('insufficient_aal', 403, accountTexts.codeNeededAgain)
}
