// Our own captcha: a proof-of-work puzzle, valid for the form that shows it.
import type { CaptchaProvider } from './provider.ts'
import { createPuzzles, type PuzzleOptions, USUAL_WORK, type Work } from './puzzles.ts'

/** Ten times the usual: some five seconds in a browser, forty on a slow phone. */
const harder = ({ cost, from, to }: Work): Work => ({ cost, from: from * 10, to: to * 10 })

export type AltchaOptions = PuzzleOptions & { altchaWork?: Work }

export function createAltcha({ altchaWork = USUAL_WORK, ...options }: AltchaOptions): CaptchaProvider {
  const puzzles = createPuzzles(options)
  return {
    challenge: (action, difficulty = 'usual') =>
      puzzles.make(difficulty === 'hard' ? harder(altchaWork) : altchaWork, { for: action ?? ANY_FORM, difficulty }),
    async check(token, action) {
      const solved = await puzzles.read(token)
      if (!solved) return null
      const { for: made, difficulty } = solved.data
      // Made for another form, or no captcha at all: following has puzzles of its own, which may be easier.
      if (made !== ANY_FORM && made !== action) return null
      if (!(await solved.spend())) return null
      return difficulty === 'hard' ? 'hard' : 'usual'
    },
  }
}

/** The form of a client that does not name one. */
const ANY_FORM = 'any form'
