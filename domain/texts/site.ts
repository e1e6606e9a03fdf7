// Words of the header, the footer and the pages that belong to no feature.

export const siteTexts = {
  community: 'Community',
  calendarSearch: 'Calendar Search',
  pricing: 'Pricing',
  /** The spec's "Meet the product", with the product's name. */
  meet: 'Meet Townbell',
  contactUs: 'Contact Us',
  signIn: 'Sign in',
  createYourFreeCalendarToday: 'Create Your Free Calendar Today',
  createYourFreeCalendar: 'Create Your Free Calendar',
  myCalendars: 'My Calendars',
  account: 'Account',
  signOut: 'Sign Out',
  comingSoon: 'coming soon',
} as const
