// Signed addresses at which mail comes back, so that it finds its row whatever it quotes: return addresses of mailings, which bounces go to,
// and addresses at which calendar programs answer an invitation.
import { signature } from './signatures.ts'

/** Turns `bounces@town.example` into `bounces+<delivery>-<proof>@town.example`. */
export function returnAddress(bounceAddress: string, linkSecret: string, deliveryId: string): string {
  return signedAddress(bounceAddress, linkSecret, 'return-address', deliveryId)
}

/** Returns the delivery that a return address identifies, or null if we did not make the address. */
export function deliveryOf(address: string, linkSecret: string): string | null {
  return rowOf(address, linkSecret, 'return-address')
}

/** Returns the reply address of one invitation, which stands in it as the organizer's. Only its recipient knows it. */
export function replyAddress(bounceAddress: string, linkSecret: string, answerId: string): string {
  return signedAddress(bounceAddress, linkSecret, 'rsvp-reply', answerId)
}

/** Returns the answer that a reply is for, or null if we did not make the address. */
export function answerOf(address: string, linkSecret: string): string | null {
  return rowOf(address, linkSecret, 'rsvp-reply')
}

function signedAddress(bounceAddress: string, linkSecret: string, purpose: string, id: string): string {
  const [local = '', domain = ''] = bounceAddress.split('@')
  const name = id.replaceAll('-', '').toLowerCase()
  return `${local}+${name}-${proof(linkSecret, purpose, name)}@${domain}`
}

function rowOf(address: string, linkSecret: string, purpose: string): string | null {
  const found = /\+([0-9a-f]{32})-([0-9a-z]{16})@/i.exec(address)
  if (!found) return null
  const [, name = '', given = ''] = found.map((part) => part.toLowerCase())
  if (given !== proof(linkSecret, purpose, name)) return null
  return name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Signs with 64 bits in hexadecimal, because mail servers may change the case of a local part. */
function proof(linkSecret: string, purpose: string, name: string): string {
  return Buffer.from(signature(linkSecret, purpose, name), 'base64url')
    .toString('hex')
    .slice(0, 16)
}
