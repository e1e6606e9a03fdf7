import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { EVENT_IMAGE_BYTES_MAX } from '#domain/limits.ts'
import { imageProblemTexts, imageRefusals } from '#domain/texts/event-images.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { BadPicture } from './picture/bytes.ts'
import { readPicture } from './picture/picture.ts'

/** What a file carries besides the picture goes before it is stored. */
export const IMAGE_BODY_MAX = EVENT_IMAGE_BYTES_MAX * 1.5

const calendarId = z.guid()

export const addEventImage = endpoint({
  summary: 'Stores the picture in the body for `?calendar_id=`, and returns its name for the column image.',
  who: ['signed in', 'token'],
  query: z.object({ calendar_id: calendarId }),
  bodyType: 'image/*',
  bodyMax: IMAGE_BODY_MAX,
  answer: z.object({ image: z.string() }),
  limits: ['add-event-image'],
  run:
    ({ pool }) =>
    async ({ c, identity }) => {
      const { claims, session } = identity
      const calendar = calendarId.safeParse(c.req.query('calendar_id'))
      if (!calendar.success) throw new AppError('validation_failed', 400, 'calendar_id must be the id of a calendar')
      const { name, bytes } = checked(Buffer.from(await c.req.arrayBuffer()))
      const values = [calendar.data, name, bytes]
      const scope = { role: 'service_role', claims, session }
      await translateDatabaseErrors(
        // Not by runScoped, which would write megabytes as text.
        inTransaction(pool, (client) => client.query('select private.add_event_image($1, $2, $3)', values), scope),
        imageRefusals,
      )
      return { image: name }
    },
})

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
