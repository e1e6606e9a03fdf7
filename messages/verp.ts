// Return addresses that identify their delivery, so that a bounce finds its row whatever it quotes.
import { signature } from './signatures.ts'

/** Turns `bounces@town.example` into `bounces+<delivery>-<proof>@town.example`. */
export function returnAddress(bounceAddress: string, linkSecret: string, deliveryId: string): string {
  const [local = '', domain = ''] = bounceAddress.split('@')
  const name = deliveryId.replaceAll('-', '').toLowerCase()
  return `${local}+${name}-${proof(linkSecret, name)}@${domain}`
}

/** Returns the delivery that a return address identifies, or null if we did not make the address. */
export function deliveryOf(address: string, linkSecret: string): string | null {
  const found = /\+([0-9a-f]{32})-([0-9a-z]{16})@/i.exec(address)
  if (!found) return null
  const [, name = '', given = ''] = found.map((part) => part.toLowerCase())
  if (given !== proof(linkSecret, name)) return null
  return name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Signs with 64 bits in hexadecimal, because mail servers may change the case of a local part. */
function proof(linkSecret: string, name: string): string {
  return Buffer.from(signature(linkSecret, 'return-address', name), 'base64url')
    .toString('hex')
    .slice(0, 16)
}
