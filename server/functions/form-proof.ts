// Following asks for no captcha, so a robot could have our mails sent by the thousand. Instead the dialog fetches a puzzle when it
// opens and sends the answer along: that tells how long the form was open, and costs the browser nothing to speak of as long as
// few people follow, and more and more when many do, from one network, for one calendar, or at all.
import type { Challenge } from 'altcha-lib'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { FOLLOW_FORM_MIN_MS } from '#domain/limits.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { signature } from '#messages/signatures.ts'
import { createPuzzles, USUAL_WORK, type Work } from '#server/captcha/puzzles.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { type CalendarOwner, type Door, doors, networkTakes, sharedTakes, unaskedMails } from './unasked-mails.ts'

/** Fields of every form that has a mail sent. */
export const formFields = {
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** A field that people do not see. */
  website: z.unknown().optional(),
  /** The solved puzzle of follow-challenge. */
  proof: z.string().max(16_384).nullish().catch(undefined),
}

/** What proves that a person sent a form with `formFields`. */
export type FormProof<Body> = {
  door: Door
  /** Returns the id of the calendar or town page. */
  about(body: Body): string
  /** The answer to a robot, which fills in every field. */
  decoy: object
  /** How many times it counts for its network: once, unless it has more than one mail sent. */
  times?(body: Body): number
}

/** Returns the decoy if a robot filled in the form; throws without a solved puzzle, or when its network sent too many. */
export function createFormProof<Body>(context: FunctionContext, { door, about, decoy, times }: FormProof<Body>) {
  const limits = createLimits({ pool: context.pool, secret: context.linkSecret })
  const proof = createPuzzleProof(context)
  return async (body: Body, network: string): Promise<object | undefined> => {
    const { website, proof: token } = body as { website?: unknown; proof?: string | null }
    if (website !== undefined && website !== null && website !== '') return decoy
    await proof.require(door, token ?? undefined, { calendarId: about(body), network })
    const count = times?.(body) ?? 1
    await limits.take(...Array.from({ length: count }, () => networkTakes(door, network)).flat())
    return undefined
  }
}

export type PuzzleProof = {
  challenge(about: About): Promise<Challenge>
  /** Throws unless the answer is right, for this calendar and network, hard enough for this moment, and not too quick. */
  require(door: Door, token: string | undefined, about: About): Promise<void>
}

type About = { calendarId: string; network: string }

/** By how hot it is: nothing to speak of, about a second on one core, three, eight. */
const works: Work[] = [{ ...USUAL_WORK, from: 20, to: 40 }, USUAL_WORK, times(USUAL_WORK, 3), times(USUAL_WORK, 8)]

export function createPuzzleProof(context: FunctionContext): PuzzleProof {
  const { pool, linkSecret, clock, captcha } = context
  const puzzles = createPuzzles({ pool, linkSecret, clock })
  const limits = createLimits({ pool, secret: linkSecret })

  return {
    async challenge(about) {
      if (!captcha.isOn) throw new AppError('not_configured', 404, "This server doesn't require a proof")
      const heat = await heatOf(about, doors)
      const data = { for: purposeOf(about), heat, issued: clock.now().getTime() }
      return puzzles.make(works[heat] as Work, data)
    },
    async require(door, token, about) {
      if (!captcha.isOn) return
      const solved = token ? await puzzles.read(token) : null
      if (!solved || solved.data.for !== purposeOf(about) || Number(solved.data.heat) < (await heatOf(about, [door])))
        throw new AppError('proof_required', 400, followTexts.failed.body)
      if (clock.now().getTime() - Number(solved.data.issued) < FOLLOW_FORM_MIN_MS)
        throw new AppError('too_fast', 400, 'That was very quick. Please check what you typed and send it again.')
      if (!(await solved.spend())) throw new AppError('proof_required', 400, followTexts.failed.body)
    },
  }

  /** Not worth anything elsewhere: neither at another calendar, nor handed on to another machine. */
  function purposeOf({ calendarId, network }: About): string {
    return signature(linkSecret, 'form-proof', calendarId.toLowerCase(), network).slice(0, 22)
  }

  /**
   * How much is used up of what these doors take: by thirds of the network's own limits and of the mails of a whole town, and by fifths of
   * what all visitors of the calendar and of its owner share. One network can use a fifth of that, so nobody else has to work for it.
   */
  async function heatOf({ calendarId, network }: About, through: readonly Door[]): Promise<number> {
    const { rows } = await pool.query<CalendarOwner>(findOwner, [calendarId])
    const own = [...through.flatMap((door) => networkTakes(door, network)), unaskedMails]
    const shared = rows.flatMap((owner) => through.flatMap((door) => sharedTakes(door, calendarId, owner)))
    const used = await limits.used(...own, ...shared)
    const steps = used.map((share, at) => Math.floor(share * (at < own.length ? 3 : 5)))
    return Math.min(HOTTEST, Math.max(...steps))
  }
}

const HOTTEST = works.length - 1

const findOwner = `
  select c.owner_id, coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial
  from public.calendars c where c.id = $1`

function times({ cost, from, to }: Work, factor: number): Work {
  return { cost, from: from * factor, to: to * factor }
}
