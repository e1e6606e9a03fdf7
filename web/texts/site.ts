import { PRODUCT_NAME } from '#domain/company.ts'
import type { Language } from '#domain/languages.ts'

export const siteTexts = {
  community: 'Community',
  calendarSearch: 'Calendar Search',
  pricing: 'Pricing',
  meet: 'Meet Townbell',
  contactUs: 'Contact Us',
  signIn: 'Sign in',
  createYourFreeCalendarToday: 'Create Your Free Calendar Today',
  createYourFreeCalendar: 'Create Your Free Calendar',
  myCalendars: 'My Calendars',
  account: 'Account',
  signOut: 'Sign Out',
  comingSoon: 'coming soon',

  skipToContent: 'Skip to content',
  home: `${PRODUCT_NAME}, home`,
  main: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  switchTheme: 'Switch between light and dark',
  tagline: 'Shared community calendars that reach everyone, on the day.',
  /** For search engines. */
  inOneSentence: 'Shared community calendars with email and text notifications on the day of each event.',
  explore: 'Explore',
  goodToKnow: 'Good to know',
  privacyPolicy: 'Privacy Policy',
  termsOfService: 'Terms of Service',
  findACalendar: 'Find a Calendar',
  language: 'Language',
  languages: { en: 'English', es: 'Español' } satisfies Record<Language, string>,

  goHome: 'Go to Home',
  tryAgain: 'Try again',
  inAMoment: 'Please try again in a moment.',
  oneMoment: 'One moment, please.',
  loading: 'Loading',
  opensNewTab: '(opens a new tab)',
} as const
