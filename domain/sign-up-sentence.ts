// Apart from the rule, so that the form does not load what reads addresses.
import type { PublicSignUpRule } from './sign-up-rule.ts'
import { accountTexts } from './texts/accounts.ts'

/** Returns the sentence above the form. */
export function signUpSentence({ invited, domains }: NonNullable<PublicSignUpRule>): string {
  const { forInvited, forDomains, forBoth, forNamed } = accountTexts.signUpRule
  if (domains.length === 0) return invited ? forInvited : forNamed
  return invited ? forBoth(domains) : forDomains(domains)
}
