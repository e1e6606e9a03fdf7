// Posts the next delivery of a webhook and writes down how it went. The database decides what is next and when to try again; a job posts
// one delivery, so that other webhooks get their turn. A job that dies after the post sends it again, under the same id.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { type WebhookDelivery, webhookBody } from '#domain/webhooks.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostWebhook } from '../webhooks/post.ts'
import { signWebhook } from '../webhooks/sign.ts'

const payload = z.object({ webhook_id: z.guid() })

type Options = { pool: pg.Pool; clock: Clock; log: Log; post: PostWebhook }

export function sendWebhook({ pool, clock, log, post }: Options): Task {
  return async (given) => {
    const { webhook_id: webhook } = payload.parse(given)
    const { rows } = await pool.query<Taken>('select * from private.take_webhook_delivery($1, $2)', [
      webhook,
      clock.now(),
    ])
    const [next] = rows
    if (!next) return
    const body = webhookBody(next)
    const secrets = next.old_secret ? [next.secret, next.old_secret] : [next.secret]
    const headers = signWebhook(secrets, { id: next.id, body, at: clock.now() })
    const { status, problem } = await post(next.url, headers, body)
    if (problem) log.info({ webhook, status, problem }, 'a webhook failed')
    await pool.query('select private.settle_webhook($1, $2, $3, $4)', [next.id, status, problem, clock.now()])
  }
}

type Taken = WebhookDelivery & { id: string; url: string; secret: Buffer; old_secret: Buffer | null }
