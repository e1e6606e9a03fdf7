// One of each that leaves: a mailing, an alert, a notice of a cancelled event, promotions from a waiting list, and posts to a webhook.
// Each kind has recipients of its own, so what arrives tells which it was.
import { randomUUID } from 'node:crypto'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { addContacts, makeCalendar } from '#testing/calendars.ts'
import { signedIn } from '#tests/policies/people.ts'
import type { Receiver } from './receiver.ts'
import { openWaitingList } from './waiting-list.ts'
import type { WorkerFixture } from './worker-fixture.ts'

export const kinds = ['mailing', 'alert', 'notice', 'promotions', 'posts'] as const
export type Kind = (typeof kinds)[number]

export type Everything = {
  /** How many messages, with those of promotions so far. */
  total(): number
  /** The addresses, or ids of posts, of each kind. */
  planned(): Promise<Record<Kind, string[]>>
  /** Frees places twice: some promotions, and two posts. */
  promote(): Promise<void>
  /** Whether the workers have nothing left to do. A job that another replaced while it ran has no attempt left. */
  isDone(): Promise<boolean>
}

const PROMOTIONS = 2

/** `others`: who get the alert and the notice. A worker must run: only those who were mailed about an event get its notice. */
export async function sendEverything(
  workers: WorkerFixture,
  { url }: Receiver,
  { mails, others, promotions }: { mails: number; others: number; promotions: number },
): Promise<Everything> {
  const { pool } = workers.database
  const as = (owner: string, settings = {}) => ({ ...signedIn(owner), settings })

  const told = await workers.addMailing(others)
  await workers.until(async () => (await workers.states()).sent === others, 120_000)
  workers.smtp.taken.length = 0

  const list = await openWaitingList(workers.database, promotions * 2 * PROMOTIONS)
  await inTransaction(
    pool,
    (client) => client.query("select public.add_webhook($1, $2, '{rsvp.answered}')", [list.calendar.id, url]),
    as(list.calendar.owner),
  )
  const alerted = await makeCalendar(pool)
  await addContacts(
    pool,
    alerted.id,
    'email',
    Array.from({ length: others }, (_, n) => `alert${n}@example.org`),
  )

  const mailed = await workers.addMailing(mails)
  await inTransaction(
    pool,
    (client) =>
      client.query(
        `select public.send_new_alert($1, $2, 'Boil water', 'Until further notice.', now() + interval '1 day')`,
        [randomUUID(), alerted.id],
      ),
    as(alerted.owner),
  )
  await inTransaction(
    pool,
    async (client) => {
      await client.query("update public.events set status = 'cancelled' where calendar_id = $1", [told.id])
      await client.query(
        "select public.send_notice_now(id) from public.mailings where calendar_id = $1 and kind = 'change'",
        [told.id],
      )
    },
    as(told.owner, eventWrite({ notify: true })),
  )

  const column = async (text: string, id: string) =>
    (await pool.query({ text, values: [id], rowMode: 'array' })).rows.map(([value]) => String(value))
  const contacts = (id: string) =>
    column('select contact_value from public.calendar_contacts where calendar_id = $1', id)
  let total = mails + 2 * others
  return {
    total: () => total,
    planned: async () => ({
      mailing: await contacts(mailed.id),
      alert: await contacts(alerted.id),
      notice: await contacts(told.id),
      promotions: list.waiting,
      posts: await column(
        'select d.id from public.webhook_deliveries d join public.webhooks w on w.id = d.webhook_id where w.calendar_id = $1',
        list.calendar.id,
      ),
    }),
    async promote() {
      for (let times = 0; times < 2; times++) {
        await list.giveUp(PROMOTIONS)
        total += PROMOTIONS + 1
      }
    },
    async isDone() {
      const { rows } = await pool.query(
        `select from public.mailings where state in ('waiting', 'planned', 'sending')
         union all
         select from graphile_worker.jobs where task_identifier in ('send-letter', 'send-webhook') and attempts < max_attempts`,
      )
      return rows.length === 0
    },
  }
}
