// Headers that a middleware adds to an answer that is already made. On Node they are put on the message that will carry it:
// looking into an answer's own headers makes objects of all of them, which cost more than answering with a kept page does.
import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** What an answer says itself, stays. */
export function addHeaders(c: Context, headers: readonly (readonly [name: string, value: string])[]): void {
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
  if (outgoing) for (const [name, value] of headers) outgoing.setHeader(name, value)
  else for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}
