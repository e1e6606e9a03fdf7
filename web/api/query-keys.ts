// The keys of what is read, in one place: a write names by them what to read again, in whichever room that is shown. A key stands for all
// keys that begin with it.

export const eventKeys = {
  all: ['events'],
  calendar: (calendarId: string) => ['events', 'of', calendarId],
  shown: (calendarId: string, ...what: string[]) => ['events', 'of', calendarId, 'shown', ...what],
  image: (calendarId: string, image: string | null | undefined) => ['event-images', calendarId, image],
  page: (calendarId: string, eventId: string | undefined) => ['events', 'of', calendarId, 'page', eventId],
  tools: (calendarId: string, eventId: string) => ['events', 'of', calendarId, 'tools', eventId],
  waiting: (calendarId: string) => ['events', 'of', calendarId, 'waiting'],
  waitingEvents: (calendarId: string) => ['events', 'of', calendarId, 'waiting-events'],
  feed: (calendarId: string) => ['events', 'of', calendarId, 'feed'],
  imports: (calendarId: string) => ['events', 'of', calendarId, 'imports'],
  suggestedOn: (calendarId: string, day: string) => ['events', 'of', calendarId, 'suggested', day],
  sentOn: (calendarId: string, day: string) => ['events', 'sent', calendarId, day],
  delivery: (eventId: string | undefined) => ['events', 'delivery', eventId],
  full: (eventId: string) => ['events', 'full', eventId],
  notified: (eventId: string | undefined) => ['events', 'notified', eventId],
  series: (seriesId: string | null | undefined) => ['events', 'series', seriesId],
  rule: (seriesId: string | null) => ['events', 'rule', seriesId],
  recipients: (...calendarId: string[]) => ['events', 'recipients', ...calendarId],
  mailer: (...calendarId: string[]) => ['events', 'mailer', ...calendarId],
  tags: (calendarId: string) => ['events', calendarId, 'tags'],
  tagged: (calendarId: string, tags: readonly string[]) => ['events', calendarId, 'tagged', ...tags],
  suggested: (eventId: string) => ['events', 'suggested', eventId],
}

export const calendarKeys = {
  all: ['calendars'],
  mine: ['calendars', 'mine'],
  upcoming: ['calendars', 'upcoming'],
  nextMailings: ['calendars', 'next-mailings'],
  deleted: ['calendars', 'deleted'],
  offers: (userId: string) => ['calendars', 'offers', userId],
  ownerless: ['calendars', 'ownerless'],
  one: (calendarId: string) => ['calendars', 'one', calendarId],
  places: ['places'],
}

export const memberKeys = {
  all: (calendarId: string) => ['members', calendarId],
  admins: (calendarId: string) => ['members', calendarId, 'admins'],
  invite: (calendarId: string) => ['members', calendarId, 'invite'],
  invitations: (calendarId: string) => ['members', calendarId, 'invitations'],
}

export const contactKeys = {
  all: (calendarId: string) => ['contacts', calendarId],
  page: (calendarId: string, query: object, size: number) => ['contacts', calendarId, 'page', query, size],
  counts: (calendarId: string) => ['contacts', calendarId, 'counts'],
  tags: (calendarId: string) => ['contacts', calendarId, 'tags'],
  growth: (calendarId: string) => ['contacts', calendarId, 'growth'],
  trial: (calendarId: string) => ['contacts', calendarId, 'trial'],
  waiting: (calendarId: string) => ['contacts', calendarId, 'waiting'],
}

export const mailingKeys = {
  of: (calendarId: string) => ['mailings', calendarId],
  list: (calendarId: string) => ['mailings', calendarId, 'list'],
  one: (calendarId: string, mailingId: string) => ['mailings', calendarId, 'one', mailingId],
  sending: (calendarId: string) => ['mailings', calendarId, 'sending'],
  heldAlerts: (calendarId: string) => ['mailings', calendarId, 'held'],
  /** The state is part of it, so that all is read once more when the mailing is finished. */
  results: (calendarId: string, { id, state }: { id: string; state: string }) => [
    'mailings',
    calendarId,
    'results',
    id,
    state,
  ],
}

export const alertKeys = {
  audience: (calendarId: string) => ['alerts', calendarId, 'audience'],
  preview: (draft: { calendar_id: string }) => ['alerts', draft.calendar_id, 'preview', draft],
  event: (eventId: string | null) => ['alerts', 'event', eventId],
  held: (id: string) => ['alerts', 'held', id],
  mailing: (mailingId: string) => ['alerts', 'mailing', mailingId],
  failures: (mailingId: string) => ['alerts', 'failures', mailingId],
}

export const rsvpKeys = {
  event: (eventId: string) => ['events', 'rsvp', eventId],
  roster: (eventId: string) => ['events', 'rsvp', eventId, 'roster'],
  mine: (eventId: string) => ['events', 'rsvp', eventId, 'mine'],
}

export const slotKeys = {
  board: (eventId: string) => ['events', 'slots', eventId],
  signups: (eventId: string) => ['events', 'slots', eventId, 'signups'],
  mine: (eventId: string) => ['events', 'slots', eventId, 'mine'],
}

export const guestKeys = {
  count: (eventId: string, audience: readonly string[]) => ['events', 'guests', eventId, ...audience],
  waiting: (calendarId: string) => ['mailings', calendarId, 'messages'],
}

export const cohostKeys = {
  of: (eventId: string) => ['events', 'cohosts', eventId],
  event: (eventId: string) => ['events', 'cohosts', eventId, 'event'],
  together: (eventId: string | undefined) => ['events', 'together', eventId],
  offers: (calendarId: string) => ['suggestions', calendarId, 'cohosts'],
}

export const suggestionKeys = {
  of: (calendarId: string) => ['suggestions', calendarId],
  pending: (calendarId: string) => ['suggestions', calendarId, 'pending'],
  decided: (calendarId: string) => ['suggestions', calendarId, 'decided'],
  trusted: (calendarId: string) => ['suggestions', calendarId, 'trusted'],
  setting: (calendarId: string) => ['suggestions', calendarId, 'setting'],
}

export const historyKeys = {
  of: (calendarId: string) => ['history', calendarId],
  deleted: (calendarId: string) => ['history', calendarId, 'deleted'],
  log: (calendarId: string, kind: string | null) => ['history', calendarId, 'log', kind],
}

export const webhookKeys = {
  of: (calendarId: string) => ['webhooks', calendarId],
  deliveries: (calendarId: string, webhookId: string) => ['webhooks', calendarId, webhookId],
}

export const townKeys = {
  mine: ['towns', 'mine'],
  found: (words: string) => ['towns', 'found', words],
  list: (townId: string) => ['towns', 'list', townId],
  showing: ['towns', 'showing'],
}

export const designKeys = {
  preview: (calendarId: string, design: string, language: string) => ['mail-design', calendarId, design, language],
}

export const accountKeys = {
  trial: ['profiles', 'trial'],
  accessTokens: ['account', 'access-tokens'],
  passkeys: ['account', 'passkeys'],
  tokenCalendars: ['account', 'token-calendars'],
  feedLinks: ['account', 'feed-links'],
  feedLink: (calendarId: string) => ['feed-link', calendarId],
  owned: ['account', 'owned'],
  sessions: ['account', 'sessions'],
  recoveryCodes: ['account', 'recovery-codes'],
  emailPreferences: ['email-preferences'],
  reminders: ['email-preferences', 'reminders'],
  numbers: ['email-preferences', 'numbers'],
  push: ['push', 'this-browser'],
}
