// Inviting people to a calendar by email. The form and the server read the addresses the same way.
import * as z from 'zod'
import { withoutEnd } from './characters.ts'
import { normaliseEmail } from './email-address.ts'
import { INVITATIONS_AT_ONCE } from './limits.ts'
import { invitedRoles } from './roles.ts'
import { invitationTexts } from './texts/invitations.ts'

/** Parses what was typed or pasted: addresses between commas, semicolons, spaces or lines, also as "Ana <ana@example.org>". */
export const invitedAddresses = z.string(invitationTexts.none).transform((text, context) => {
  const words = text
    .split(/[\s,;]+/)
    .filter((word) => word.includes('@'))
    .map((word) => withoutEnd(word.replace(/^[<("']+/, ''), `>)"'.`))
  const found = new Set<string>()
  for (const word of words) {
    const address = normaliseEmail(word)
    if (address) found.add(address)
    else context.addIssue({ code: 'custom', message: invitationTexts.invalid(word.slice(0, 100)), input: text })
  }
  if (words.length === 0) context.addIssue({ code: 'custom', message: invitationTexts.none, input: text })
  if (found.size > INVITATIONS_AT_ONCE)
    context.addIssue({ code: 'custom', message: invitationTexts.tooMany(INVITATIONS_AT_ONCE), input: text })
  return [...found]
})

export const invitationForm = z.object({
  emails: invitedAddresses,
  role: z.enum(invitedRoles, invitationTexts.role),
})
