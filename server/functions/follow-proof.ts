// Following asks for no captcha, so a robot could have our mails sent by the thousand. Instead the dialog fetches a puzzle when it
// opens and sends the answer along: that tells how long the form was open, and costs the browser nothing to speak of as long as
// few people follow, and more and more when many do, from one network, for one calendar, or at all.
import type { Challenge } from 'altcha-lib'
import { AppError } from '#domain/errors.ts'
import { FOLLOW_FORM_MIN_MS } from '#domain/limits.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { signature } from '#messages/signatures.ts'
import { createPuzzles, USUAL_WORK, type Work } from '#server/captcha/puzzles.ts'
import { createLimits, type Take } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export type FollowProof = {
  challenge(about: About): Promise<Challenge>
  /** Throws unless the answer is right, for this calendar and network, hard enough for this moment, and not too quick. */
  require(token: string | undefined, about: About): Promise<void>
}

type About = { calendarId: string; network: string }

/** By how hot it is: nothing to speak of, about a second on one core, three, eight. */
const works: Work[] = [{ ...USUAL_WORK, from: 20, to: 40 }, USUAL_WORK, times(USUAL_WORK, 3), times(USUAL_WORK, 8)]

export function createFollowProof(context: FunctionContext): FollowProof {
  const { pool, linkSecret, clock, captcha } = context
  const puzzles = createPuzzles({ pool, linkSecret, clock })
  const limits = createLimits({ pool, secret: linkSecret })

  return {
    async challenge(about) {
      if (!captcha.isOn) throw new AppError('not_configured', 404, "This server doesn't require a proof")
      const heat = await heatOf(about)
      const data = { for: purposeOf(about), heat, issued: clock.now().getTime() }
      return puzzles.make(works[heat] as Work, data)
    },
    async require(token, about) {
      if (!captcha.isOn) return
      const solved = token ? await puzzles.read(token) : null
      if (!solved || solved.data.for !== purposeOf(about) || Number(solved.data.heat) < (await heatOf(about)))
        throw new AppError('proof_required', 400, followTexts.failed.body)
      if (clock.now().getTime() - Number(solved.data.issued) < FOLLOW_FORM_MIN_MS)
        throw new AppError('too_fast', 400, 'That was very quick. Please check what you typed and send it again.')
      if (!(await solved.spend())) throw new AppError('proof_required', 400, followTexts.failed.body)
    },
  }

  /** Not worth anything elsewhere: neither at another calendar, nor handed on to another machine. */
  function purposeOf({ calendarId, network }: About): string {
    return signature(linkSecret, 'follow-proof', calendarId.toLowerCase(), network).slice(0, 22)
  }

  /** How much of what is allowed is used up: a third, two thirds, or more followers everywhere than a town has. */
  async function heatOf(about: About): Promise<number> {
    const share = Math.max(...(await limits.used(...followTakes(about))))
    return share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : share < 1 ? 2 : 3
  }
}

/** Counts of requests to follow. The last refuses no one: it only makes puzzles harder for everyone. */
export function followTakes({ calendarId, network }: About): [Take, Take, Take] {
  return [
    { name: 'follow-network', of: network },
    {
      name: 'follow-calendar',
      of: calendarId.toLowerCase(),
      code: 'over_email_send_rate_limit',
      says: 'Many people are following this calendar right now. Please try again in an hour.',
    },
    { name: 'follow', of: 'everybody', unlimited: true },
  ]
}

function times({ cost, from, to }: Work, factor: number): Work {
  return { cost, from: from * factor, to: to * factor }
}
