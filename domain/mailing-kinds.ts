/** What a mailing is about; stored, and compared with the checks of the database by a test. */
export const mailingKinds = ['day_of', 'test', 'change', 'alert', 'evening', 'hour', 'weekly', 'digest'] as const
export type MailingKind = (typeof mailingKinds)[number]
