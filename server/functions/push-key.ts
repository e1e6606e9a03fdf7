// The key a browser subscribes with. Not a secret; a function, because it is made at the first start.
import type { Handler } from 'hono'
import type { IdentityVariables } from '#server/http/identity.ts'

export type PushKeyOptions = { vapid: { publicKey: string } }

export function pushKey({ vapid }: PushKeyOptions): Handler<IdentityVariables> {
  return (c) => c.json({ publicKey: vapid.publicKey })
}
