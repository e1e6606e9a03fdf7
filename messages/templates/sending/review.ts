import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

/** For operators, in English like their commands. */
export const reviewLetter = (mailings: number): Letter => ({
  subject: `${mailings} ${mailings === 1 ? 'mailing waits' : 'mailings wait'} for a review`,
  heading: 'Mail waits for a review',
  before: [
    'Somebody wants to write to many people who have not confirmed, or a message looks like bait. It waits until you have looked at it; people who confirmed get theirs.',
    'To see what waits: townbell admin review',
  ],
  after: ['A message whose day passes meanwhile is dropped.'],
  reason: `You're getting this email because this is the support address of ${PRODUCT_NAME}.`,
})
