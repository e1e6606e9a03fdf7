// Sends one job's part of a mailing by web push, to the browsers of members who have push switched on at that moment.
import { hours } from '#domain/durations.ts'
import type { Language } from '#domain/languages.ts'
import type { Outcome } from '#messages/outcome.ts'
import { outcomeOf } from '#messages/outcome.ts'
import type { BrowserKeys } from '#messages/push/encrypt.ts'
import { dayOfPush, noticePush } from '#messages/push/push-text.ts'
import { type Content, readContent, restrictTo } from './content.ts'
import { settlementOf } from './delivery-outcome.ts'
import type { Claimed, Mailing } from './ledger.ts'
import { NOTHING_LEFT, sendInBatches } from './send-batches.ts'
import type { Sending } from './sending.ts'

const BATCH = 20

type Recipient = { keys: BrowserKeys; language: Language }
type PushContent = Content & { recipients: Map<string, Recipient> }

export function sendPushes(sending: Sending, mailing: Mailing): Promise<void> {
  return sendInBatches(sending, mailing, {
    batch: BATCH,
    content: async (rows) => {
      const content = await readContent(sending.pool, mailing.id, sending.clock.now())
      return content && { ...content, recipients: await recipientsOf(sending, mailing, rows) }
    },
    send: async (row, content) => {
      const part = restrictTo(content, row.event_ids)
      if (part === null) return sending.ledger.settle(row, NOTHING_LEFT)
      await sendOne(sending, mailing, row, { ...content, ...part })
    },
  })
}

async function sendOne(sending: Sending, mailing: Mailing, row: Claimed, content: PushContent): Promise<void> {
  const { ledger, clock, pool, log } = sending
  const recipient = content.recipients.get(row.address)
  if (!recipient) return ledger.settle(row, { state: 'cancelled', error: 'switched off', refused: true })
  const outcome = await pushOne(sending, mailing, row, content, recipient)
  ledger.settle(row, settlementOf(row, outcome, clock.now()))
  if (outcome.kind !== 'refused') return
  if (outcome.isBadAddress) await pool.query('delete from public.push_subscriptions where endpoint = $1', [row.address])
  else log.warn({ code: outcome.code }, 'a push service did not accept a message')
}

async function pushOne(
  sending: Sending,
  mailing: Mailing,
  row: Claimed,
  content: Content,
  { keys, language }: Recipient,
): Promise<Outcome> {
  const { ledger, push, clock, sender } = sending
  if (!push) return { kind: 'refused', failure: 'permanent', code: 'no push' }
  const { calendar } = content
  const body = bodyOf(content, language)
  if ((await ledger.begin(row, { version: content.version })) !== 'go') return { kind: 'stopped' }
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

function bodyOf({ events, items, calendar: { time_zone } }: Content, language: Language): string {
  if (items.length === 0) return dayOfPush(events, time_zone, language)
  return noticePush(items.map(({ itemIn }) => itemIn(language)))
}

async function recipientsOf(
  { pool }: Sending,
  { calendarId }: Mailing,
  rows: Claimed[],
): Promise<Map<string, Recipient>> {
  const found = await pool.query(findRecipients, [calendarId, rows.map(({ address }) => address)])
  return new Map(
    found.rows.map(({ endpoint, p256dh, auth, language }) => [endpoint, { keys: { p256dh, auth }, language }]),
  )
}

/** The language is that of the session in which push was switched on: a browser's notifications match its pages. */
const findRecipients = `
  select s.endpoint, s.p256dh, s.auth, coalesce(signed_in.language, 'en') as language
  from public.push_subscriptions s
  left join auth.sessions signed_in on signed_in.id = s.session_id
  join public.notification_preferences p on p.user_id = s.user_id
  where p.calendar_id = $1 and p.push_notifications and s.endpoint = any ($2)`
