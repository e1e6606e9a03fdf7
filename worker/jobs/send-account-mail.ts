// Mails about an account: confirm the address, reset the password, and notices. The job knows an id; the link is made here,
// the moment it is sent.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { languages } from '#domain/languages.ts'
import { type EmailCarrier, fateOf } from '#messages/email/carrier.ts'
import { languageHeader } from '#messages/email/language-header.ts'
import { inLanguage, oneTimeToken, signature, verifyLink } from '#messages/links.ts'
import { accountLetters } from '#messages/templates/account/letters.ts'
import { type Letter, renderLetter } from '#messages/templates/letter.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

export type AccountMailOptions = {
  pool: pg.Pool
  carrier: EmailCarrier
  log: Log
  linkSecret: string
  siteUrl: string
  mailFrom: string
  supportEmail: string
  postalAddress: string
  clock?: Clock
}

const { linked, notices, partings } = accountLetters.en
const named = {
  /** Names the mail: its Message-ID follows from it. For a letter with a link it is the row of the link. */
  mail: z.uuid(),
  /** Jobs that were queued before letters had languages name none. */
  language: z.enum(languages).default('en'),
}
const payload = z.union([
  z.object({ letter: z.enum([...namesOf(linked), ...namesOf(partings)]), ...named }),
  z.object({ letter: z.enum(namesOf(notices)), user: z.uuid(), ...named }),
])

function namesOf<Letters extends object>(letters: Letters) {
  return Object.keys(letters) as (keyof Letters & string)[]
}

export function sendAccountMail(options: AccountMailOptions): Task {
  const { pool, carrier, log, linkSecret, siteUrl, mailFrom, supportEmail, clock = systemClock } = options
  return async (given) => {
    const job = payload.parse(given)
    const found = await findRecipient(job)
    // No such link: it was used, has expired, or the address has no account and the job is a blank (account-links.ts).
    if (!found) return
    const { subject, html, text } = renderLetter(found.letter, options, job.language)
    try {
      await carrier.send({
        from: { name: PRODUCT_NAME, address: mailFrom },
        to: found.email,
        subject,
        html,
        text,
        date: clock.now(),
        messageId: `<${signature(linkSecret, 'message-id', job.letter, job.mail).slice(0, 32)}@${mailFrom.split('@')[1]}>`,
        // Auto-replies should not answer, and nobody should be asked to unsubscribe from their own password.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...languageHeader(job.language),
        },
      })
    } catch (error) {
      const fate = fateOf(error)
      if (fate === 'alarm') log.error({ err: error, mail: job.mail }, 'the mail server refuses us')
      if (fate !== 'never') throw error
      log.warn({ err: error, mail: job.mail }, 'an account mail cannot be delivered')
    }
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
    const url = verifyLink({ siteUrl, token, type: row.kind, redirectTo: row.redirect_to })
    return { email: row.email, letter: letters.linked[job.letter](inLanguage(url, job.language)) }
  }
}

function isParting(letter: string): letter is keyof typeof partings {
  return letter in partings
}

type LinkRow = { email: string; kind: 'signup' | 'recovery' | 'email_change'; redirect_to: string }

const findLink = `
  select coalesce(t.new_email, u.email) as email, t.kind, t.redirect_to
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  where t.id = $1 and t.used_at is null and t.expires_at > $2`
