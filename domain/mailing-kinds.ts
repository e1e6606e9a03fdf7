/** Mailings before the day, for people who chose that timing instead of the day itself. */
export const aheadKinds = ['evening', 'hour', 'weekly'] as const
export type AheadKind = (typeof aheadKinds)[number]

/** What a mailing is about; stored, and compared with the checks of the database by a test. */
export const mailingKinds = ['day_of', 'test', 'change', 'alert', ...aheadKinds, 'digest', 'message'] as const
export type MailingKind = (typeof mailingKinds)[number]
