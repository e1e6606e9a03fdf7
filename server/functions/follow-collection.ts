// Follows several calendars of a town page at once: each takes the request by its own rules, and one mail asks to confirm all. The
// calendars' own limits hold, and one that takes nobody today doesn't stop the others.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { collectionFollowForm } from '#domain/collection-follow.ts'
import { AppError } from '#domain/errors.ts'
import { WAITING_MAX } from '#domain/limits.ts'
import { collectionTexts } from '#domain/texts/collections.ts'
import { createLimits, type Limits, type Take } from '#server/http/limits.ts'
import { hasProved } from '#server/http/proved-addresses.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import {
  type FollowRequest,
  findPending,
  needsPlace,
  queueConfirmation,
  readStandings,
  type Standing,
  storeRequest,
} from './follow-requests.ts'
import { formFields } from './form-proof.ts'
import { mailboxTakes, ownPart, sharedTakes, unaskedMails } from './unasked-mails.ts'
import { notifyOwner } from './waiting-list.ts'

const shape = collectionFollowForm.extend(formFields)

/** What becomes of one calendar. busy: its owner's limit of the day is reached. */
const outcome = z.enum(['sent', 'pending', 'waiting', 'full', 'busy', 'gone'])
type Outcome = z.infer<typeof outcome>

type Request = Omit<FollowRequest, 'calendarId' | 'phone' | 'wait'> & {
  collectionId: string
  calendarIds: string[]
  isProved: boolean
}

/** For every few calendars one is counted. */
const CALENDARS_A_TAKE = 5

export const followCollection = endpoint({
  summary: 'Asks to follow several calendars of a town page; one mail confirms all.',
  who: ['anyone'],
  body: shape,
  answer: z.object({ status: outcome, calendars: z.array(z.object({ id: z.guid(), status: outcome })) }),
  limits: [],
  proof: {
    door: 'follow',
    about: (body) => body.collection_id,
    decoy: { status: 'sent', calendars: [] },
    // A request that names fifty must not use up the places of fifty calendars for the price of one.
    times: (body) => Math.ceil(idsOf(body).length / CALENDARS_A_TAKE),
  },
  run: (context) => {
    const { pool } = context

    return async ({ c, body, network }) => {
      const { collection_id: collectionId, email } = body
      const calendarIds = idsOf(body)
      const request = {
        collectionId,
        email,
        calendarIds,
        language: body.language ?? 'en',
        network,
        userAgent: c.req.header('user-agent')?.slice(0, 512) ?? null,
        isProved: hasProved(context, c, email),
      }
      const outcomes = await inTransaction(pool, (client) => remember(context, client, request))
      return { status: summary(outcomes), calendars: [...outcomes].map(([id, status]) => ({ id, status })) }
    }
  },
})

const idsOf = (body: { calendar_ids: string[] }) => [...new Set(body.calendar_ids.map((id) => id.toLowerCase()))]

/** The best that came of it: the person has something to do, or nothing. */
function summary(outcomes: Map<string, Outcome>): Outcome {
  const order: Outcome[] = ['sent', 'pending', 'waiting', 'busy', 'full', 'gone']
  return order.find((outcome) => [...outcomes.values()].includes(outcome)) ?? 'gone'
}

async function remember(
  { linkSecret, clock }: FunctionContext,
  client: pg.PoolClient,
  request: Request,
): Promise<Map<string, Outcome>> {
  const { collectionId, email, network } = request
  const now = clock.now()
  const { rows } = await client.query<{ calendar_id: string }>(findShown, [collectionId, request.calendarIds])
  if (rows.length === 0) throw new AppError('calendar_not_found', 404, collectionTexts.notFound)
  const calendarIds = rows.map(({ calendar_id }) => calendar_id)
  const standings = await readStandings(client, { calendarIds, email, now })
  const limits = createLimits({ pool: client, secret: linkSecret })
  const outcomes = new Map<string, Outcome>(request.calendarIds.map((id) => [id, 'gone']))
  const stored: { id: string; standing: Standing }[] = []
  const asked: string[] = []
  const group = randomUUID()
  // In the order of their ids, and all takes after all rows: requests that share calendars wait for one another in turn.
  for (const standing of standings) {
    const { calendar_id: calendarId } = standing
    const refused = refusalOf(standing, request.isProved)
    const shared = sharedTakes('follow', calendarId, standing)
    const isBusy =
      (!refused || refused === 'sent') && Math.max(...(await limits.used(...shared, ...ownPart(shared, network)))) >= 1
    if (refused || isBusy) {
      if (refused === 'sent' && !isBusy) asked.push(calendarId)
      outcomes.set(calendarId, isBusy ? 'busy' : refused!)
      continue
    }
    const isFull = needsPlace(standing)
    const id = await storeRequest(client, { ...request, calendarId, phone: null, isFull, group, now, linkSecret })
    outcomes.set(calendarId, standing.full ? 'waiting' : 'sent')
    if (id !== null) stored.push({ id, standing })
  }
  if (stored.length === 0) {
    if (asked.length > 0) await mailAgain(client, limits, asked, request)
    return outcomes
  }
  const shared = stored.map(({ standing }) => sharedTakes('follow', standing.calendar_id, standing))
  const owners = shared.flatMap((takes) => takes.slice(0, 1)).sort(byKey)
  const calendars = shared.flatMap((takes) => takes.slice(1)).sort(byKey)
  const own = [...ownPart(owners, network), ...ownPart(calendars, network)]
  await limits.take(...mailboxTakes('follow', email), ...own, ...owners, ...calendars, unaskedMails)
  const waited = stored.filter(({ standing }) => needsPlace(standing)).map(({ standing }) => standing)
  for (const { calendar_id: calendarId, owner_id: ownerId } of waited.sort(byOwner))
    await notifyOwner(client, { calendarId, ownerId })
  // An address that must not be written to gets the same answer, or this would tell who complained about us.
  const first = stored.find(({ standing }) => !needsPlace(standing))
  if (first && !first.standing.suppressed) await queueConfirmation(client, first.id, collectionId)
  return outcomes
}

/**
 * Why a calendar takes no new request of this address; null: it does, or puts it on its waiting list. Who follows it already is answered and
 * mailed like everybody else, or one request would tell of fifty calendars whether an address follows them. So is who has been asked to
 * confirm, except in a browser that has proved the address.
 */
function refusalOf(standing: Standing, isProved: boolean): Outcome | null {
  if (!standing.allow_guest_users) return 'gone'
  if (standing.pending && !isProved) return standing.full ? 'waiting' : 'sent'
  if (standing.pending) return standing.waiting || standing.full ? 'waiting' : 'pending'
  return standing.full && standing.queue >= WAITING_MAX ? 'full' : null
}

/** Sends the link of a request that waits for its confirmation once more. */
async function mailAgain(
  client: pg.PoolClient,
  limits: Limits,
  calendarIds: string[],
  { email, collectionId }: Request,
): Promise<void> {
  await limits.take(...mailboxTakes('follow', email), unaskedMails)
  for (const calendarId of calendarIds) {
    const id = await findPending(client, calendarId, email)
    if (id) return queueConfirmation(client, id, collectionId)
  }
}

const byKey = (one: Take, other: Take) => (`${one.name} ${one.of}` < `${other.name} ${other.of}` ? -1 : 1)
const byOwner = (one: Standing, other: Standing) => (one.owner_id < other.owner_id ? -1 : 1)

const findShown = `
  select m.calendar_id from private.shown_calendars($1) m
  where m.calendar_id = any ($2::uuid[]) and private.collection_version($1) is not null`
