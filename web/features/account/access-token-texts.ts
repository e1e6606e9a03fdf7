import { failure } from '#domain/texts/toast.ts'
import type { TokenScopeName } from '#domain/token-scopes.ts'

// Words of the account screen's part about tokens for programs, which is downloaded when it is shown.

export const accessTokenTexts = {
  create: 'New token',
  docs: 'How programs use them',
  question: 'New access token',
  body: 'A program that has it acts in your name, within the limits you choose here.',
  name: 'Name',
  nameHint: 'Which program it is for, such as "Website".',
  nameRequired: 'Please give the token a name.',
  calendars: 'Calendars',
  all: 'All of my calendars, also future ones',
  chosen: 'Only these:',
  chooseOne: 'Please choose at least one calendar.',
  rights: 'What it may do',
  read: 'See calendars and events',
  write: 'Add, change and delete events',
  contacts: 'See contacts and members',
  contactsHint: 'Names and addresses of people. With the line above, also add contacts.',
  scopes: {
    send_alerts: {
      label: 'Send alerts',
      hint: 'At once, to everybody who follows, without asking anybody. For a siren or a warning system.',
    },
    read_mailings: { label: 'See what was sent', hint: 'With contacts, also who got each message.' },
    read_answers: { label: 'See who comes and who helps', hint: 'Names, addresses and answers of people.' },
    record_answers: { label: 'Write down answers and check people in', hint: 'For a registration desk.' },
  } satisfies Record<TokenScopeName, { label: string; hint: string }>,
  expires: 'Expires after',
  days: (count: number) => (count === 365 ? '1 year' : `${count} days`),
  onceHeading: 'Your new token',
  onceBody: "Copy it to your program now; we won't show it again.",
  copy: 'Copy',
  copied: { title: 'Token copied' },
  notCopied: { title: 'Copy the token yourself' },
  done: "I've copied it",
  failed: failure('Failed to create the token'),
  scope: (calendars: number | null, canWrite: boolean, contacts: boolean, scopes: TokenScopeName[]) =>
    [
      calendars === null ? 'All calendars' : calendars === 1 ? '1 calendar' : `${calendars} calendars`,
      canWrite ? 'reads and writes' : 'reads only',
      contacts ? 'with contacts' : 'without contacts',
      ...scopes.map((scope) => does[scope]),
    ].join(', '),
  used: (when: string | null, expires: string) => `${when ? `Last used ${when}` : 'Never used'}. Expires ${expires}.`,
  expired: 'Expired',
  revoke: 'Revoke',
  revoked: { title: 'Token revoked', body: 'Programs that used it are refused from now on.' },
  revokeFailed: failure('Failed to revoke the token'),
  loadFailed: "Your tokens couldn't be loaded.",
  list: 'Your access tokens',
} as const

const does: Record<TokenScopeName, string> = {
  send_alerts: 'sends alerts',
  read_mailings: 'sees what was sent',
  read_answers: 'sees who comes',
  record_answers: 'writes down answers',
}
