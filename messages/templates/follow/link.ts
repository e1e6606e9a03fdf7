import type { Letter } from '../letter.ts'

export const link = (url: string): Letter => ({
  subject: 'Your link to stop notifications',
  heading: 'Stop notifications',
  before: [
    'Someone, probably you, asked on our site for a link to stop the notifications to this address. It shows every calendar that writes to it.',
  ],
  button: { label: 'Choose or stop', url },
  after: ["If you didn't ask for it, there's nothing you need to do."],
  reason: "You're getting this one email because this address was entered on our unsubscribe page.",
})
