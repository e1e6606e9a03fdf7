// What the pages that are mostly prose say of themselves. Their prose is their own; each has a neighbour in the other language.

export const aboutHead = {
  title: 'Meet Townbell | The calendar that reaches everyone',
  description:
    'Why Townbell exists, how a shared community calendar works in three steps, and what we promise to organizers and followers.',
  keywords: ['about Townbell', 'how it works', 'community calendar'],
} as const

export const privacyHead = {
  title: 'Privacy Policy | Townbell',
  description: 'What Townbell keeps about you, why, for how long, and how to have it removed.',
  keywords: ['privacy', 'data protection', 'unsubscribe'],
} as const

export const termsHead = {
  title: 'Terms of Service | Townbell',
  description:
    'The agreement between you and Townbell, in plain words: accounts, content, messages, plans, notice of changes.',
  keywords: ['terms of service', 'SMS terms'],
} as const

/** The day that the privacy policy and the terms are of. */
export const lastUpdated = (day: string) => `Last updated ${day}`
