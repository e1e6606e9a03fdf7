import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const goodbye = (_siteUrl: string, supportEmail: string): Letter => ({
  subject: `Your ${PRODUCT_NAME} account was deleted`,
  heading: 'Goodbye',
  before: [
    `Your ${PRODUCT_NAME} account and what belonged to it were deleted, as you asked. Calendars that you handed on live on with their new owners.`,
    'If you follow calendars with this address, you still get their mail; each has a link to stop it.',
  ],
  after: [`If it was not you, write to ${supportEmail} at once. Thank you for having been with us.`],
  reason: `You get this because you had a ${PRODUCT_NAME} account with this address.`,
})
