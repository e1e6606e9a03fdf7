// Return addresses that name the delivery they are for, so that a bounce finds its row whatever it quotes.
import { signature } from './links.ts'

/** `bounces@town.example` becomes `bounces+<delivery>-<proof>@town.example`. */
export function returnAddress(bounceAddress: string, linkSecret: string, deliveryId: string): string {
  const [local = '', domain = ''] = bounceAddress.split('@')
  const name = deliveryId.replaceAll('-', '').toLowerCase()
  return `${local}+${name}-${proof(linkSecret, name)}@${domain}`
}

/** The delivery a return address names, or null when we did not make it. */
export function deliveryOf(address: string, linkSecret: string): string | null {
  const found = /\+([0-9a-f]{32})-([0-9a-z]{16})@/i.exec(address)
  if (!found) return null
  const [, name = '', given = ''] = found.map((part) => part.toLowerCase())
  if (given !== proof(linkSecret, name)) return null
  return name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** 64 bits in hexadecimal: mail servers may change the case of a local part. */
function proof(linkSecret: string, name: string): string {
  return Buffer.from(signature(linkSecret, 'return-address', name), 'base64url')
    .toString('hex')
    .slice(0, 16)
}
