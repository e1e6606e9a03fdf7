// Who may make an account: everybody, or those whom the setting SIGN_UP names.
import { emailDomain, normaliseEmail } from './email-address.ts'

export type SignUpRule = {
  isOpen: boolean
  /** Addresses to which a calendar has sent an invitation. */
  invited: boolean
  domains: string[]
  /** Never shown: they belong to people. */
  addresses: string[]
}

/** What visitors may know of the rule; null: everybody may. */
export type PublicSignUpRule = Pick<SignUpRule, 'invited' | 'domains'> | null

/** Reads `open`, or a list of `invited`, domains and whole addresses. Null: an entry makes no sense. */
export function readSignUpRule(entries: string[]): SignUpRule | null {
  if (entries.length === 0) return null
  const rule: SignUpRule = { isOpen: entries.includes('open'), invited: false, domains: [], addresses: [] }
  if (rule.isOpen) return entries.length === 1 ? rule : null
  for (const entry of entries) {
    const address = normaliseEmail(entry)
    const domain = emailDomain(entry)
    if (entry === 'invited') rule.invited = true
    else if (address) rule.addresses.push(address)
    else if (domain) rule.domains.push(domain)
    else return null
  }
  return rule
}

/** Says whether the rule names this address, which is normalised. Whether it is invited, the database knows. */
export function isNamed({ isOpen, domains, addresses }: SignUpRule, address: string): boolean {
  return isOpen || addresses.includes(address) || domains.includes(address.slice(address.lastIndexOf('@') + 1))
}

/** Whether anybody may learn that an address is refused. Otherwise the answer would tell who is invited. */
export function isRefusalPublic({ invited, addresses }: SignUpRule): boolean {
  return !invited && addresses.length === 0
}

export function publicSignUpRule({ isOpen, invited, domains }: SignUpRule): PublicSignUpRule {
  return isOpen ? null : { invited, domains }
}
