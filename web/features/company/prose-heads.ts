// The titles and descriptions of the pages of prose. The pages themselves have a neighbor per language.

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

/** Labels the day of the privacy policy and the terms. */
export const lastUpdated = (day: string) => `Last updated ${day}`
