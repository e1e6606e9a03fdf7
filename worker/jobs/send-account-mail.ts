// Sends mails about an account: confirm the address, reset the password, and security notices. The job holds only an id; the
// link is made here, at the moment of sending, so that no working link lies in the queue.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { languages } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { type LinkKind, messageId, verifyLink } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import { accountLetters } from '#messages/templates/account/letters.ts'
import { type Letter, renderLetter } from '#messages/templates/letter.ts'
import { systemClock } from '#runtime/clock.ts'
import { handOver, type LetterOptions } from './send-letter.ts'

const { linked, notices, partings } = accountLetters.en
const named = {
  /** Identifies the mail and determines its Message-ID. For a letter with a link it is the id of the link's row. */
  mail: z.uuid(),
  /** English when a job names none. */
  language: z.enum(languages).default('en'),
}
const payload = z.union([
  z.object({ letter: z.enum([...namesOf(linked), ...namesOf(partings)]), ...named }),
  z.object({ letter: z.enum(namesOf(notices)), user: z.uuid(), ...named }),
])

function namesOf<Letters extends object>(letters: Letters) {
  return Object.keys(letters) as (keyof Letters & string)[]
}

export function sendAccountMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, supportEmail, clock = systemClock } = options
  return async (given) => {
    const job = payload.parse(given)
    const found = await findRecipient(job)
    // The link was used or has expired, or the job is a decoy for an address without an account (server/auth/account-links.ts).
    if (!found) return
    const mail = {
      from: { name: PRODUCT_NAME, address: mailFrom },
      date: clock.now(),
      to: found.email,
      ...renderLetter(found.letter, options, job.language),
      messageId: messageId(linkSecret, mailFrom, job.letter, job.mail),
      // No List-Unsubscribe: nobody can unsubscribe from mails about their own account.
      headers: automaticHeaders(job.language),
    }
    await handOver(options, mail, { mail: job.mail })
    if (isParting(job.letter)) await pool.query('delete from auth.notices where id = $1', [job.mail])
  }

  async function findRecipient(job: z.infer<typeof payload>): Promise<{ email: string; letter: Letter } | undefined> {
    const letters = accountLetters[job.language]
    if ('user' in job) {
      const { rows } = await pool.query<{ email: string }>('select email from auth.users where id = $1', [job.user])
      return rows[0] && { email: rows[0].email, letter: letters.notices[job.letter](siteUrl, supportEmail) }
    }
    if (isParting(job.letter)) {
      const { rows } = await pool.query<{ email: string }>('select email from auth.notices where id = $1', [job.mail])
      return rows[0] && { email: rows[0].email, letter: letters.partings[job.letter](siteUrl, supportEmail) }
    }
    const { rows } = await pool.query<LinkRow>(findLink, [job.mail, clock.now()])
    const [row] = rows
    if (!row) return undefined
    const token = oneTimeToken(linkSecret, job.mail)
    // The database wrote this link, which has not our secret.
    if (row.kind === 'transfer_undo') await pool.query(setToken, [job.mail, tokenHash(token)])
    const redirectTo = row.redirect_to ?? new URL('/dashboard', siteUrl).href
    const url = verifyLink({ siteUrl, token, type: row.kind, redirectTo })
    return {
      email: row.email,
      letter: letters.linked[job.letter](url, supportEmail, plainName(row.calendar ?? '')),
    }
  }
}

function isParting(letter: string): letter is keyof typeof partings {
  return letter in partings
}

type LinkRow = { email: string; kind: LinkKind; redirect_to: string | null; calendar: string | null }

const setToken = 'update auth.one_time_tokens set token_hash = $2 where id = $1'

const findLink = `
  select coalesce(t.new_email, u.email) as email, t.kind, t.redirect_to, c.name as calendar
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  left join public.calendars c on c.id = t.calendar_id
  where t.id = $1 and t.used_at is null and t.expires_at > $2`
