import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const goodbye = (_siteUrl: string, supportEmail: string): Letter => ({
  subject: `Your ${PRODUCT_NAME} account was deleted`,
  heading: 'Goodbye',
  before: [
    `Your ${PRODUCT_NAME} account and everything that belonged to it were deleted, as you asked. Calendars you left to other members wait 30 days for one of them to take them.`,
    "If you follow calendars with this address, you'll still get their emails; each has a link to unsubscribe.",
  ],
  after: [`If it wasn't you, write to ${supportEmail} right away. Thank you for being with us.`],
  reason: `You're getting this email because you had a ${PRODUCT_NAME} account with this address.`,
})
