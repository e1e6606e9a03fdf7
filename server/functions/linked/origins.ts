// Where a request comes from, so that one origin gets only a share of what is limited. Hashed: nobody who reads the table learns networks.
import { mailboxOf } from '#domain/email-address.ts'
import { signature } from '#messages/signatures.ts'
import { shareOf } from '#runtime/caller.ts'

/** Domains at which anybody has an address: their people have nothing in common. */
const FREEMAIL = new Set(
  'gmail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com comcast.net att.net sbcglobal.net verizon.net cox.net charter.net spectrum.net bellsouth.net gmx.com mail.com zoho.com fastmail.com'.split(
    ' ',
  ),
)

/** Returns the network, and the mail domain, or the mailbox where the domain says nothing. */
export function originsOf({ email, network }: { email: string; network: string }, secret: string): string[] {
  const mailbox = mailboxOf(email)
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
  const origins = [`network ${shareOf(network)}`, FREEMAIL.has(domain) ? mailbox : domain]
  return origins.map((origin) => signature(secret, 'origin', origin).slice(0, 22))
}
