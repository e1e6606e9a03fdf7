// Takes a picture for events of a calendar: the bytes as they are, checked and cleaned here and nowhere else. An event shows it
// once it names it. Written by the service in the caller's name; the database decides whether they may.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { EVENT_IMAGE_BYTES_MAX } from '#domain/limits.ts'
import { imageProblemTexts, imageRefusals } from '#domain/texts/event-images.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { BadPicture } from './picture/bytes.ts'
import { readPicture } from './picture/picture.ts'

/** What a file carries besides the picture goes before it is stored. */
export const IMAGE_BODY_MAX = EVENT_IMAGE_BYTES_MAX * 1.5

const calendarId = z.guid()

type AddEventImageOptions = { pool: pg.Pool; linkSecret: string }

export function addEventImage({ pool, linkSecret }: AddEventImageOptions): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { userId, claims, session } = c.get('identity')
    if (!userId) throw new AppError('no_authorization', 401, 'Please sign in first.')
    const calendar = calendarId.safeParse(c.req.query('calendar_id'))
    if (!calendar.success) throw new AppError('validation_failed', 400, 'calendar_id must be the id of a calendar')
    await limits.take({ name: 'add-event-image', of: userId })
    const { name, bytes } = checked(Buffer.from(await c.req.arrayBuffer()))
    const values = [calendar.data, name, bytes]
    const scope = { role: 'service_role', claims, session }
    await translateDatabaseErrors(
      // Not by runScoped, which would write megabytes as text.
      inTransaction(pool, (client) => client.query('select private.add_event_image($1, $2, $3)', values), scope),
      imageRefusals,
    )
    return c.json({ image: name })
  }
}

function checked(file: Buffer) {
  try {
    const picture = readPicture(file)
    if (picture.bytes.length <= EVENT_IMAGE_BYTES_MAX) return picture
    throw new BadPicture('tooLarge')
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error
    const { problem } = error
    if (problem === 'unknown') throw new AppError('unsupported_media_type', 415, imageProblemTexts.unknown)
    if (problem === 'tooLarge') throw new AppError('payload_too_large', 413, imageProblemTexts.tooLarge)
    throw new AppError('validation_failed', 422, imageProblemTexts[problem])
  }
}
