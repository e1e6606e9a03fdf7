// Texts the link that somebody asked for on the opt-out page to a number that a calendar writes to. For others nothing happens. The letter
// to an address is in worker/letters/follow.ts.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { languages } from '#domain/languages.ts'
import { inLanguage } from '#messages/mail-links.ts'
import { failureOf } from '#messages/outcome.ts'
import { openRecipient, preferencesLink } from '#messages/preferences-link.ts'
import type { TextCarrier } from '#messages/sms/carrier.ts'
import { textsIn } from '#messages/sms/texts-in.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

type Options = { pool: pg.Pool; carrier: TextCarrier; siteUrl: string; linkSecret: string; log: Log; clock?: Clock }

const payload = z.object({ recipient: z.string(), language: z.enum(languages) })

export function sendOptOutText({ pool, carrier, siteUrl, linkSecret, log, clock = systemClock }: Options): Task {
  return async (given, { job }) => {
    const { recipient, language } = payload.parse(given)
    const address = openRecipient(linkSecret, recipient)
    if (address === null || (await pool.query(findFollower, [address])).rowCount === 0) return
    const url = preferencesLink({ siteUrl, linkSecret, address, now: clock.now() })
    const text = { to: address, body: textsIn[language].link(inLanguage(url, language)) }
    try {
      // An earlier attempt may have been accepted although its answer was lost.
      if (job.attempts === 1 || !(await carrier.find(text, job.created_at))) await carrier.send(text)
    } catch (error) {
      if (failureOf(error) !== 'permanent') throw error
      log.warn({ err: error, job: job.id }, 'a text cannot be delivered')
    }
  }
}

const findFollower = `
  select from private.contact_choices k
  join public.calendars c on c.id = k.calendar_id and not c.disabled
  where k.channel = 'sms' and k.address = $1 and k.confirmed_at is not null
    and not exists (select from public.suppressions s where s.channel = 'sms' and s.address = $1)
  limit 1`
