// One job's share of a mailing by web push, to the browsers of members who have it switched on when it is sent.

import { clockTime } from '#domain/date-words.ts'
import { hours } from '#domain/durations.ts'
import { outcomeOf } from '#messages/email/carrier-lanes.ts'
import type { Outcome } from '#messages/email/lane.ts'
import type { BrowserKeys } from '#messages/push/encrypt.ts'
import { type Content, narrowed, readContent } from './content.ts'
import { settledOf } from './fate.ts'
import type { Claimed, Mailing } from './ledger.ts'
import type { Sending } from './sending.ts'
import { NOTHING_LEFT, sendShare } from './share.ts'

const BATCH = 20
/** The body is shown on a lock screen; services take no more than 4096 bytes in all. */
const BODY_MAX = 300

type PushContent = Content & { body: string; browsers: Map<string, BrowserKeys> }

export function sendPushes(sending: Sending, mailing: Mailing): Promise<void> {
  return sendShare(sending, mailing, {
    batch: BATCH,
    content: async (rows) => {
      const content = await readContent(sending.pool, mailing.id)
      return content && { ...content, browsers: await browsersOf(sending, mailing, rows) }
    },
    send: async (row, content) => {
      const part = narrowed(content, row.event_ids)
      if (part === null) return sending.ledger.settle(row, NOTHING_LEFT)
      await sendOne(sending, mailing, row, { ...content, body: bodyOf(part) })
    },
  })
}

async function sendOne(sending: Sending, mailing: Mailing, row: Claimed, content: PushContent): Promise<void> {
  const { ledger, clock, pool, log } = sending
  const keys = content.browsers.get(row.address)
  if (!keys) return ledger.settle(row, { state: 'cancelled', error: 'switched off', refused: true })
  const outcome = await hand(sending, mailing, row, content, keys)
  ledger.settle(row, settledOf(row, outcome, clock.now()))
  if (outcome.kind !== 'refused') return
  if (outcome.isBadAddress) await pool.query('delete from public.push_subscriptions where endpoint = $1', [row.address])
  else log.warn({ code: outcome.code }, 'a push service did not take a message')
}

async function hand(
  sending: Sending,
  mailing: Mailing,
  row: Claimed,
  content: PushContent,
  keys: BrowserKeys,
): Promise<Outcome> {
  const { ledger, push, clock, sender } = sending
  if (!push) return { kind: 'refused', fate: 'never', code: 'no push' }
  if ((await ledger.begin(row, { version: content.version })) !== 'go') return { kind: 'stopped' }
  const { calendar, body } = content
  const left = (row.expires_at?.getTime() ?? 0) - clock.now().getTime()
  try {
    await push.send({
      endpoint: row.address,
      keys,
      payload: { title: calendar.name, body, url: `${sender.siteUrl}/calendars/${calendar.id}`, tag: mailing.id },
      topic: mailing.id.replaceAll('-', ''),
      ttlMs: Math.min(Math.max(left, 0), hours(12)),
    })
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** In English, as all that members are told in their browser. */
function bodyOf({ events, items, calendar }: Content): string {
  const lines =
    items.length > 0
      ? items.map(({ tell }) => tell('en')).map(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines].join('\n'))
      : events.map(
          (event) => `${event.all_day ? 'All day:' : clockTime(event.start_time, calendar.time_zone)} ${event.title}`,
        )
  const body = lines.join('\n')
  return body.length <= BODY_MAX ? body : `${[...body].slice(0, BODY_MAX - 1).join('')}…`
}

async function browsersOf(
  { pool }: Sending,
  { calendarId }: Mailing,
  rows: Claimed[],
): Promise<Map<string, BrowserKeys>> {
  const found = await pool.query(findBrowsers, [calendarId, rows.map(({ address }) => address)])
  return new Map(found.rows.map(({ endpoint, p256dh, auth }) => [endpoint, { p256dh, auth }]))
}

const findBrowsers = `
  select s.endpoint, s.p256dh, s.auth
  from public.push_subscriptions s
  join public.notification_preferences p on p.user_id = s.user_id
  where p.calendar_id = $1 and p.push_notifications and s.endpoint = any ($2)`
