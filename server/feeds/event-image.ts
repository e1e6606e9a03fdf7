// /event-images/{calendar}/{name}: a picture of an event, for who may see the event. What lies at an address never changes; who may
// see it does, so browsers keep it for a day and no longer.
import { runScoped } from '#database/scope.ts'
import { hours } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { imageTypes, readImageName } from '#domain/event-images.ts'
import { guest, type Identity } from '#server/http/identity.ts'
import { makePage, type Page } from '#server/public-cache/page.ts'
import { readFile } from './address.ts'
import type { FeedContext } from './context.ts'
import { pictureHeaders } from './headers.ts'

interface Asked {
  calendar: string
  name: string
  /** The signed-in caller; undefined for a guest, who sees public images only. */
  member: Identity | undefined
}

export async function eventImage(context: FeedContext, { calendar, name, member }: Asked): Promise<Page> {
  const { id: calendarId } = readFile(`${calendar}.ics`)
  const kind = readImageName(name)?.kind
  if (!kind) throw notFound()
  const headers = { ...context.headers.image, 'content-type': imageTypes[kind] }
  if (member) return read(member, { ...headers, ...ofMembers })
  const version = (await context.calendarVersion(calendarId))?.version ?? null
  return context.findImage({
    key: `${calendarId} ${name}`,
    calendarId,
    version,
    lifetime: hours(24),
    // Cached under the version from before it was read: a change meanwhile renders it again.
    make: async () => ({ page: await read(guest, { ...headers, ...pictureHeaders }), version: version as string }),
  })

  /** Reads as the service with the caller's claims: clients have no access to the table of images. */
  async function read({ claims, session }: Identity, sent: Record<string, string>): Promise<Page> {
    const scope = { role: 'service_role', claims, session: session ?? null, readOnly: true }
    const rows = await runScoped(context.pool, scope, { text: readImage, values: [calendarId, name] })
    const bytes = rows[0]?.[0]
    if (!bytes) throw notFound()
    return makePage(Buffer.from(bytes.slice('\\x'.length), 'hex'), 200, sent)
  }
}

const ofMembers = { 'cache-control': 'private, no-store' }

function notFound(): AppError {
  return new AppError('not_found', 404, "This picture doesn't exist, or you don't have access to it.")
}

const readImage = 'select private.read_event_image($1, $2)'
