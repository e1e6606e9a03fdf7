// Passes on that somebody unsubscribed by a link in a mail of ours from a calendar that lives on another installation now. That one has
// given us a key for it; it takes the opt-out like one from a mail program.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { seconds } from '#domain/durations.ts'
import { readOptOutToken } from '#messages/mail-links.ts'

type Options = { pool: pg.Pool; linkSecret: string }

/** The queue holds no addresses. */
const payload = z.object({ token: z.string() })

export function forwardOptOut({ pool, linkSecret }: Options): Task {
  return async (given) => {
    const optOut = readOptOutToken(payload.parse(given).token, linkSecret)
    if (optOut === null) return
    const { rows } = await pool.query<{ url: string; key: string }>(findMove, [optOut.calendarId])
    const [move] = rows
    if (!move) return
    const url = new URL('/opt-out/one-click', move.url)
    url.searchParams.set('c', optOut.calendarId)
    url.searchParams.set('e', Buffer.from(optOut.email).toString('base64url'))
    url.searchParams.set('t', move.key)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(seconds(10)),
    })
    // Tried again by the queue, for days.
    if (!answer.ok) throw new Error(`${move.url} answered ${answer.status} to an opt-out`)
  }
}

const findMove = 'select url, key from private.moved_calendars where calendar_id = $1 and key is not null'
