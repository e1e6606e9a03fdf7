// Our own captcha: a puzzle of ours, made for the form it stands in.
import type { CaptchaProvider } from './provider.ts'
import { createPuzzles, type PuzzleOptions, USUAL_WORK, type Work } from './puzzles.ts'

export type AltchaOptions = PuzzleOptions & { altchaWork?: Work }

export function createAltcha({ altchaWork = USUAL_WORK, ...options }: AltchaOptions): CaptchaProvider {
  const puzzles = createPuzzles(options)
  return {
    challenge: (action) => puzzles.make(altchaWork, { for: action ?? ANY_FORM }),
    async check(token, action) {
      const solved = await puzzles.read(token)
      if (!solved) return false
      const { for: made } = solved.data
      // Made for another form, or no captcha at all: following has puzzles of its own, which may be easier.
      if (made !== ANY_FORM && made !== action) return false
      return solved.spend()
    },
  }
}

/** Asked for by a client that does not say which. */
const ANY_FORM = 'any form'
