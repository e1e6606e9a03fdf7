// Asks by mail, first half, for everything that people answer without an account: stores what they typed, which counts for nothing yet, and
// mails a link to the address. The reply is the same whatever we know of the address, so it tells nobody who has asked before.
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { BOUNCE_REST_MS } from '#domain/limits.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { createLimits } from '#server/http/limits.ts'
import { translateDatabaseErrors } from '../database-errors.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { formFields } from '../form-proof.ts'
import { type CalendarOwner, type Door, mailTakes } from '../unasked-mails.ts'
import { originsOf } from './origins.ts'

type Asked = { calendar_id: string; email: string }

/** What a mail in the calendar's name depends on. */
export type Mailable = CalendarOwner & { suppressed: boolean }

type Request<Body, Found> = {
  summary: string
  door: Door
  body: z.ZodType<Body>
  /** Throws if there is nothing to answer, or it is closed. */
  find(client: pg.PoolClient, request: Body, now: Date): Promise<Found>
  /** Returns the id of the row. */
  store(client: pg.PoolClient, request: Body, found: Found, now: Date, origins: string[]): Promise<string>
  /** The letter that asks to confirm, and how it names the row. */
  letter: [name: string, id: string]
}

export function linkedRequest<Body extends Asked, Found extends Mailable>(of: Request<Body, Found>): Endpoint {
  const { summary, door, body: shape, find, store, letter } = of
  const sent = { status: 'sent' } as const
  return endpoint({
    summary,
    who: ['anyone'],
    body: shape,
    answer: z.object({ status: z.literal('sent') }),
    limits: [],
    proof: { door, about: (body) => body.calendar_id, decoy: sent },
    run:
      ({ pool, clock, linkSecret }) =>
      async ({ body, network }) => {
        const now = clock.now()
        const work = inTransaction(pool, async (client) => {
          const found = await find(client, body, now)
          const { calendar_id: calendarId, email } = body
          const limits = createLimits({ pool: client, secret: linkSecret })
          await limits.take(...mailTakes(door, found, { calendarId, email, network }))
          const id = await store(client, body, found, now, originsOf({ email, network }, linkSecret))
          // An address that must not be written to gets the same reply, or this would tell who complained about us.
          if (!found.suppressed) await client.query(queueLetter, [...letter, id])
        })
        await translateDatabaseErrors(work, { forbidden: linkedTexts.notSent, invalid: linkedTexts.notSent })
        return sent
      },
  })
}

const queueLetter = 'select private.send_letter($1, json_build_object($2::text, $3::uuid))'

/** Fields of every request about a calendar. */
export const calendarFields = { calendar_id: z.guid('calendar_id must be the id of a calendar'), ...formFields }

/** Fields of every request about an event. */
export const eventFields = { event_id: z.guid('event_id must be the id of an event'), ...calendarFields }

/** Whether the owner of a calendar is on trial. */
export function onTrial(calendar: string): string {
  return `coalesce((select owner.trial from public.profiles owner where owner.user_id = ${calendar}.owner_id), true)`
}

/** Selects the columns of `Mailable`, of the calendar `c`. The parameters are the address and now. */
export function mailableColumns(email: string, now: string): string {
  return `
    c.owner_id, ${onTrial('c')} as on_trial,
    exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = ${email}
        and (s.reason <> 'bounce' or s.created_at > ${now}::timestamptz - interval '${BOUNCE_REST_MS} milliseconds')
    ) as suppressed`
}
