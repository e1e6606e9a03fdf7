// Everything that an operator changes, as a list of acts. Those of `townbell admin` call the same functions as the command.
import type pg from 'pg'
import * as z from 'zod'
import { holdSending, readHolds, releaseSending } from '#database/holds.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { queueReset } from '#server/auth/account-links.ts'
import { turnOffForSomebody } from '#server/auth/second-step-off.ts'
import * as accounts from './accounts.ts'
import { type Acting, type Acts, act, calendarFields, calendarOf, personFields, personOf } from './act.ts'
import * as calendars from './calendars.ts'
import { liftBounces, optOut, type Reached, readAddress } from './recipients.ts'
import * as senders from './senders.ts'

/** What holds sending and can be lifted: the clock lifts itself, and may be lifted sooner. */
const holdKinds = ['operator', 'restore', 'clock'] as const

const people: Acts = {
  ...act('confirm', {
    summary: 'Confirms the address of an account, for somebody whom the mail never reached.',
    helpers: true,
    freshCode: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { changed: await accounts.confirmAddress(acting.client, id) } }
    },
  }),
  ...act('send-reset', {
    summary: 'Mails a link for a new password to the address of an account.',
    helpers: true,
    fields: { ...personFields, language: z.enum(languages, 'language must be en or es').default('en') },
    async run(context, { user_id, language }, acting) {
      const { email, about } = await personOf(acting, user_id)
      await queueReset(context, acting.client, email, language)
      return { about }
    },
  }),
  ...act('plan', {
    summary: "Ends a person's trial, or puts them on trial.",
    fields: { ...personFields, plan: z.enum(['full', 'trial'], 'plan must be full or trial') },
    async run(_context, { user_id, plan }, acting) {
      const { id, about } = await personOf(acting, user_id)
      const changed = await accounts.setTrial(acting.client, id, plan === 'trial')
      return { about: `${about}: ${plan}`, answer: { changed } }
    },
  }),
  ...act('suspend', {
    summary: 'Stops all calendars of an owner at once.',
    helpers: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { calendars: await senders.suspendOwner(acting.client, id, acting.reason) } }
    },
  }),
  ...act('resume-owner', {
    summary: 'Ends a suspension.',
    helpers: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { calendars: await senders.resumeOwner(acting.client, id) } }
    },
  }),
  ...act('end-sessions', {
    summary: 'Signs a person out everywhere.',
    helpers: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { sessions: await accounts.endSessions(acting.client, id) } }
    },
  }),
  ...act('end-all-sessions', {
    summary: 'Signs everybody out, operators too.',
    freshCode: true,
    fields: {},
    async run(_context, _body, { client }) {
      return { answer: { sessions: await accounts.endSessions(client, null) } }
    },
  }),
  ...act('two-step-off', {
    summary: "Turns off a person's two-step sign-in.",
    freshCode: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { email, about } = await personOf(acting, user_id)
      return { about, answer: { changed: (await turnOffForSomebody(acting.client, email)) === 'done' } }
    },
  }),
  ...act('public-body', {
    summary: 'Lets an owner text emergency alerts at night, or no longer.',
    fields: { ...personFields, is_on: z.boolean('is_on must be true or false') },
    async run(_context, { user_id, is_on }, acting) {
      const { id, about } = await personOf(acting, user_id)
      await senders.markPublicBody(acting.client, id, is_on)
      return { about: `${about}: ${is_on ? 'on' : 'off'}` }
    },
  }),
  ...act('delete-account', {
    summary: 'Deletes an account for good; its calendars are left to their other admins unless `with_calendars`.',
    freshCode: true,
    fields: { ...personFields, with_calendars: z.boolean('with_calendars must be true or false').default(false) },
    async run(_context, { user_id, with_calendars }, acting) {
      const { id, about } = await personOf(acting, user_id)
      await requireAnotherOperator(acting.client, id)
      await accounts.deleteAccount(acting.client, id, with_calendars)
      return { about }
    },
  }),
}

const reviews: Acts = {
  ...act('approve', {
    summary: 'Sends the mailings of an owner that wait, and reviews nothing of this owner any more.',
    helpers: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { mailings: await senders.approveOwner(acting.client, id) } }
    },
  }),
  ...act('refuse', {
    summary: 'Drops the mailings of an owner that wait.',
    helpers: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      const { id, about } = await personOf(acting, user_id)
      return { about, answer: { mailings: await senders.refuseMailings(acting.client, id) } }
    },
  }),
}

const ofCalendars: Acts = {
  ...act('pause', {
    summary: 'Pauses sending for one calendar; its admins cannot lift that.',
    helpers: true,
    fields: calendarFields,
    async run(_context, { calendar }, acting) {
      const { id, about } = await calendarOf(acting, calendar)
      await calendars.pauseCalendar(acting.client, id, acting.reason)
      return { about }
    },
  }),
  ...act('resume', {
    summary: 'Resumes a paused calendar.',
    helpers: true,
    fields: calendarFields,
    async run(_context, { calendar }, acting) {
      const { id, about } = await calendarOf(acting, calendar)
      if (!(await calendars.resumeCalendar(acting.client, id)))
        throw new AppError('sending_paused', 409, 'Its owner is suspended: end the suspension instead')
      return { about }
    },
  }),
  ...act('disable', {
    summary: 'Hides a calendar from everybody but its members.',
    fields: calendarFields,
    async run(_context, { calendar }, acting) {
      const { id, about } = await calendarOf(acting, calendar)
      await calendars.setDisabled(acting.client, id, true)
      return { about }
    },
  }),
  ...act('enable', {
    summary: 'Shows a disabled calendar again.',
    fields: calendarFields,
    async run(_context, { calendar }, acting) {
      const { id, about } = await calendarOf(acting, calendar)
      return { about, answer: { is_hidden: await calendars.setDisabled(acting.client, id, false) } }
    },
  }),
  ...act('moved', {
    summary: 'Stops a calendar that was imported elsewhere and leads from its addresses there; `to` null undoes it.',
    fields: {
      ...calendarFields,
      to: z.string('to must be an address such as https://new.example').max(500).nullable(),
      key: z.string('key must be a text').max(200, 'key is too long').nullish(),
    },
    async run(_context, { calendar, to, key }, acting) {
      const { id, about } = await calendarOf(acting, calendar)
      if (to === null) {
        if (!(await calendars.undoMove(acting.client, id)))
          throw new AppError('not_found', 404, 'This calendar has not moved')
        return { about }
      }
      const url = calendars.originOf(to)
      if (url === null)
        throw new AppError('validation_failed', 400, 'to must be an address such as https://new.example')
      await calendars.noteMove(acting.client, id, url, key || null)
      return { about: `${about} → ${url}` }
    },
  }),
}

const sending: Acts = {
  ...act('hold', {
    summary: 'Stops all sending until go.',
    helpers: true,
    fields: {},
    async run(_context, _body, { client, reason }) {
      await holdSending(client, 'operator', reason)
      return {}
    },
  }),
  ...act('go', {
    summary: 'Lifts what holds sending. What went out already would be sent twice, so after a restore look first.',
    freshCode: true,
    fields: { kind: z.enum(holdKinds, `kind must be one of ${holdKinds.join(', ')}`) },
    async run({ config }, { kind }, { client }) {
      const held = await readHolds(client)
      if (!held.some((hold) => hold.kind === kind)) throw new AppError('not_found', 404, 'This does not hold sending')
      await releaseSending(client, config.dataFolder, [kind])
      return { about: kind, answer: { held: held.length - 1 } }
    },
  }),
}

const addressFields = { address: z.string('address must be a text').max(300, 'address is too long') }

const addresses: Acts = {
  ...act('opt-out', {
    summary: 'Takes somebody who asks you off every list.',
    helpers: true,
    fields: addressFields,
    async run(_context, { address }, { client }) {
      const reached = requireAddress(address)
      const about = await maskedOf(client, reached.address)
      return { about, answer: { channel: reached.channel, calendars: await optOut(client, reached) } }
    },
  }),
  ...act('lift', {
    summary: 'Forgets a bounce: the mailbox works again. Complaints and unsubscribes only their owner lifts.',
    helpers: true,
    fields: addressFields,
    async run(_context, { address }, { client }) {
      const reached = requireAddress(address)
      const about = await maskedOf(client, reached.address)
      return { about, answer: { lifted: await liftBounces(client, reached.address) } }
    },
  }),
}

const operators: Acts = {
  ...act('name-operator', {
    summary: 'Makes somebody with an account an operator or a helper.',
    freshCode: true,
    fields: { email: emailAddress, role: z.enum(['operator', 'helper'], 'role must be operator or helper') },
    async run(_context, { email, role }, { client, operatorId }) {
      await lockOperators(client)
      const { rows } = await client.query<{ id: string; about: string }>(findConfirmed, [email])
      const [person] = rows
      if (!person) throw new AppError('not_found', 404, 'No account with a confirmed address has this address')
      if (role === 'helper') await requireAnotherOperator(client, person.id)
      await client.query(nameOperator, [person.id, role, operatorId])
      return { about: `${person.about}: ${role}` }
    },
  }),
  ...act('remove-operator', {
    summary: 'Takes the name of operator or helper away.',
    freshCode: true,
    fields: personFields,
    async run(_context, { user_id }, acting) {
      await lockOperators(acting.client)
      const { id, about } = await personOf(acting, user_id)
      await requireAnotherOperator(acting.client, id)
      const { rowCount } = await acting.client.query('delete from private.operators where user_id = $1', [id])
      if (rowCount === 0) throw new AppError('not_found', 404, 'This person is no operator and no helper')
      return { about }
    },
  }),
}

export const acts: Acts = { ...people, ...reviews, ...ofCalendars, ...sending, ...addresses, ...operators }

export function requireAddress(typed: string): Reached {
  const found = readAddress(typed)
  if (found) return found
  throw new AppError('validation_failed', 400, 'Give a whole email address or phone number')
}

/** Two who remove each other at once would leave nobody. */
async function lockOperators(client: pg.ClientBase): Promise<void> {
  await client.query('lock table private.operators in share row exclusive mode')
}

async function requireAnotherOperator(client: Acting['client'], id: string): Promise<void> {
  await lockOperators(client)
  const { rows } = await client.query<{ is_last: boolean }>(isLast, [id])
  if (rows[0]?.is_last) throw new AppError('last_operator', 409, 'Name another operator first: this is the last one')
}

async function maskedOf(client: pg.ClientBase, address: string): Promise<string> {
  const { rows } = await client.query<{ about: string }>('select private.masked_address($1) as about', [address])
  return rows[0]?.about ?? ''
}

const isLast = `
  select exists (select from private.operators where user_id = $1 and role = 'operator')
    and not exists (select from private.operators where user_id <> $1 and role = 'operator') as is_last`

const findConfirmed = `
  select id, private.masked_address(email) as about from auth.users where email = $1 and email_confirmed_at is not null`

const nameOperator = `
  insert into private.operators (user_id, role, named_by) values ($1, $2, $3)
  on conflict (user_id) do update set role = excluded.role, named_by = excluded.named_by`
