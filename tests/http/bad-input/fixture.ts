// The app, people and calendars that the tables of bad input use.
import { createSendgridSender } from '#testing/sendgrid-webhook.ts'
import { startTwilioApi } from '#testing/twilio-api.ts'
import {
  type Answer,
  eventOn,
  newAddress,
  openAppFixture,
  type RequestOptions,
  type Visitor,
} from '../threats/fixture.ts'

export type BadInputFixture = Awaited<ReturnType<typeof openBadInputFixture>>

/** One request and its expected outcome. Cases of one group test the same weakness. */
export type Case = {
  group: number
  /** What is wrong with the request. */
  input: string
  path: string
  as?: Visitor
  request?: RequestOptions
  /** A list where several statuses are right. */
  status: number | number[]
  /** The API's error code: ours, PostgREST's or a SQLSTATE. */
  code?: string
  says?: RegExp
  /** Checks what else must hold afterwards. */
  holds?: (answer: Answer) => unknown
}

/** Cases with what they have in common said once; a case may say otherwise. */
export function each<Common extends Partial<Case>>(
  common: Common,
  cases: (Omit<Case, keyof Common> & Partial<Case>)[],
): Case[] {
  return cases.map((one) => ({ ...common, ...one }) as Case)
}
export type Table = (fixture: BadInputFixture) => Case[]

export async function openBadInputFixture() {
  const twilio = await startTwilioApi()
  const sendgrid = createSendgridSender()
  const base = await openAppFixture({
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15125550100',
    TWILIO_API_URL: twilio.url,
    SENDGRID_WEBHOOK_KEY: sendgrid.key,
    // No proxy is trusted, so X-Forwarded-For is ignored.
    TRUSTED_PROXIES: '',
  })
  const owner = await base.person('owner')
  const member = await base.person('member')
  const other = await base.person('other')
  const trial = await base.person('trial', { trial: true })
  const unconfirmed = await base.person('unconfirmed', { confirmed: false })
  const calendar = await base.calendar(owner)
  const foreign = await base.calendar(other, { name: 'Harbour' })
  const formulas = await base.calendar(owner, { name: 'Spreadsheets' })
  const full = await base.calendar(trial, { name: 'Full' })
  await base.join(member, owner, calendar.id)
  const contact = await base.contact(owner, calendar.id, 'listed@example.org')
  const foreignContact = await base.contact(other, foreign.id)
  for (let i = 0; i < 10; i++) await base.contact(trial, full.id)
  const posted = await owner.request('/rest/v1/events?select=id', {
    json: eventOn(calendar.id),
    headers: { prefer: 'return=representation' },
  })
  return {
    ...base,
    base,
    twilio,
    sendgrid,
    people: { guest: base.guest, owner, member, other, trial, unconfirmed },
    calendarId: calendar.id,
    foreignId: foreign.id,
    formulasId: formulas.id,
    fullId: full.id,
    contact,
    foreignContact,
    eventId: posted.body[0].id as string,
    newAddress,
    async close() {
      await base.close()
      await twilio.close()
    },
  }
}

export const json = (value: unknown, more: RequestOptions = {}): RequestOptions => ({ json: value, ...more })
export const remove: RequestOptions = { method: 'DELETE' }
