// Writes the entries of a calendar's history as sentences. What was deleted since has no name.
import { PRODUCT_NAME } from './company.ts'
import { eventColumns } from './event-columns.ts'

export const historyKinds = ['calendar', 'membership', 'contact', 'event'] as const
export type HistoryKind = (typeof historyKinds)[number]

export interface HistoryEntry {
  id: number
  created_at: string
  /** Null for our own jobs and for deleted accounts. */
  actor: string | null
  entity_type: string
  action: string
  /** A member's name, a contact's address or an event's title, while it exists. */
  subject: string | null
  /** Whether actor and subject are the same person. */
  is_self: boolean
  details: {
    changed?: string[]
    /** What was sent, and whether it was texted at night. */
    kind?: 'alert' | 'update' | 'all_clear' | 'message'
    emergency?: boolean
    /** What a change of the calendar made of it; absent in old lines. */
    is_paused?: boolean
    is_disabled?: boolean
    role?: string
    contact_type?: string
    source?: string
    self_removal?: boolean
    /** The numbers of events of an import. */
    added?: number
    changed_events?: number
    removed?: number
    /** Events that stayed when an import was undone, because somebody had changed them. */
    kept?: number
    /** The address of the installation that the calendar came from. */
    from?: string
    /** The numbers of contacts of an import. */
    emails?: number
    phones?: number
  }
}

export function historySentence(entry: HistoryEntry): string {
  const sentence = sentences[entry.entity_type]
  return `${sentence ? sentence(entry) : `${whoOf(entry)} ${verbs[entry.action] ?? 'changed'} something`}.`
}

const sentences: Record<string, (entry: HistoryEntry) => string> = {
  calendar: calendarSentence,
  membership: membershipSentence,
  invitation: invitationSentence,
  contact: contactSentence,
  event: (entry) => eventSentence(entry, 'an event'),
  series: (entry) => eventSentence(entry, 'a repeating event'),
}

const verbs: Record<string, string> = { create: 'added', update: 'changed', delete: 'deleted', restore: 'restored' }

function calendarSentence(entry: HistoryEntry): string {
  const who = whoOf(entry)
  if (entry.action === 'create') return `${who} created the calendar`
  if (entry.action === 'import') return importSentence(entry)
  if (entry.action !== 'update') return `${who} ${verbs[entry.action]} the calendar`
  const changed = entry.details.changed ?? []
  if (changed.includes('owner_id')) return `${who} transferred the calendar to a new owner`
  const { is_paused, is_disabled } = entry.details
  if (changed.includes('sending_paused_at'))
    return `${whoOf(entry, PRODUCT_NAME)} ${oneOf(is_paused, 'paused', 'resumed')} sending`
  if (changed.includes('disabled'))
    return `${whoOf(entry, PRODUCT_NAME)} ${oneOf(is_disabled, 'disabled', 'enabled')} the calendar`
  if (changed.includes('suggestion_accepted')) return `${whoOf(entry, PRODUCT_NAME)} accepted a suggested event`
  if (changed.includes('suggestion_declined')) return `${who} declined a suggested event`
  if (changed.includes('webhook_added')) return `${who} added a webhook`
  if (changed.includes('webhook_changed')) return `${who} changed a webhook`
  if (changed.includes('webhook_removed')) return `${who} removed a webhook`
  if (changed.includes('webhook_left'))
    return `${PRODUCT_NAME} turned off a webhook, because the person who added it is no longer an admin`
  if (changed.includes('webhook_failed')) return `${PRODUCT_NAME} turned off a webhook, because it kept failing`
  return `${who} changed ${columnWords(changed, calendarColumns, 'the settings')}`
}

/** Lines from before this was stored say neither. */
function oneOf(isFirst: boolean | undefined, first: string, second: string): string {
  if (isFirst === undefined) return `${first} or ${second}`
  return isFirst ? first : second
}

function importSentence(entry: HistoryEntry): string {
  const { added = 0, changed_events = 0, removed = 0, kept = 0, source, from } = entry.details
  if (source === 'move') return `${PRODUCT_NAME} brought the calendar here from ${from}`
  if (source === 'undo')
    return `${whoOf(entry)} undid an import: removed ${removed}${kept > 0 ? `, kept ${kept} changed since` : ''}`
  const parts = [
    ...(added > 0 ? [`added ${added}`] : []),
    ...(changed_events > 0 ? [`changed ${changed_events}`] : []),
    ...(removed > 0 ? [`removed ${removed}`] : []),
  ]
  if (source === 'copy') return `${whoOf(entry)} rolled last year forward: ${parts.join(', ')}`
  const origin = source === 'feed' ? 'the external calendar' : 'a file'
  return `${whoOf(entry, PRODUCT_NAME)} imported events from ${origin}: ${parts.join(', ')}`
}

function membershipSentence(entry: HistoryEntry): string {
  const { subject, details, is_self, action } = entry
  const whom = subject ?? 'someone'
  if (action === 'create')
    return is_self || !entry.actor ? `${subject ?? SOMEONE} joined` : `${entry.actor} added ${whom}`
  if (action === 'delete') return details.self_removal ? `${whoOf(entry)} left` : `${whoOf(entry)} removed ${whom}`
  return `${whoOf(entry)} made ${whom} ${details.role === 'admin' ? 'an admin' : 'a member'}`
}

function invitationSentence(entry: HistoryEntry): string {
  const whom = entry.subject ?? 'someone'
  if (entry.action === 'delete') return `${whoOf(entry)} withdrew an invitation`
  return `${whoOf(entry)} invited ${whom} as ${invitedAs(entry.details.role)}`
}

function invitedAs(role?: string): string {
  if (role === 'owner') return 'the next owner'
  return role === 'admin' ? 'an admin' : 'a member'
}

function contactSentence(entry: HistoryEntry): string {
  const { subject, details, action, actor } = entry
  const way = details.contact_type === 'phone' ? 'by text' : 'by email'
  const whom = subject ?? (details.contact_type === 'phone' ? 'a phone number' : 'an email address')
  // The contact acted, not a member: they followed, confirmed or changed their preferences.
  if (action === 'create' && details.source === 'follow') return `${subject ?? SOMEONE} followed the calendar ${way}`
  if (details.changed?.includes('preferences')) return `${subject ?? SOMEONE} changed what they receive`
  if (details.changed?.includes('opt_out')) return `${subject ?? SOMEONE} unsubscribed`
  if (details.changed?.includes('opt_in')) return `${subject ?? SOMEONE} subscribed again`
  if (action === 'update')
    return actor ? `${actor} changed ${whom}` : `${subject ?? SOMEONE} confirmed notifications ${way}`
  if (action === 'delete') return `${whoOf(entry)} removed ${whom} from the recipients`
  if (action === 'import') return `${whoOf(entry)} imported ${importedContacts(details)} as recipients`
  return `${whoOf(entry)} added ${whom} to the recipients${details.source === 'import' ? ' by import' : ''}`
}

function importedContacts({ emails = 0, phones = 0 }: HistoryEntry['details']): string {
  const counted = (count: number, one: string, many: string) =>
    count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  return [
    ...counted(emails, 'email address', 'email addresses'),
    ...counted(phones, 'phone number', 'phone numbers'),
  ].join(' and ')
}

function eventSentence(entry: HistoryEntry, unnamed: string): string {
  const what = entry.subject === null ? unnamed : `“${entry.subject}”`
  if (entry.action === 'send') {
    const { kind = 'alert', emergency } = entry.details
    return `${whoOf(entry)} sent ${sentKinds[kind]} ${what}${emergency ? ', with texts at night' : ''}`
  }
  if (entry.action !== 'update') return `${whoOf(entry)} ${verbs[entry.action]} ${what}`
  if (entry.details.changed?.includes('check_ins')) return `${whoOf(entry)} started to check people in at ${what}`
  return `${whoOf(entry)} changed ${columnWords(entry.details.changed ?? [], eventColumnNames, 'details')} of ${what}`
}

const sentKinds = {
  alert: 'the alert',
  update: 'an update to',
  all_clear: 'the all clear of',
  message: 'a message to the guests of',
}

const SOMEONE = 'Someone'

function whoOf({ actor }: HistoryEntry, otherwise = SOMEONE): string {
  return actor ?? otherwise
}

const calendarColumns: Record<string, string> = {
  name: 'the name',
  description: 'the description',
  state: 'the place',
  city: 'the place',
  time_zone: 'the time zone',
  allow_guest_users: 'who may follow',
  admin_email: 'the admin email',
  external_calendar_url: 'the external link',
  sendgrid_template_id: 'the email template',
  notify_at: 'the sending time',
  collections: 'the town pages that show it',
  takes_suggestions: 'who may suggest events',
  polls: 'the polls for a date',
  trusted_submitters: 'whose suggestions are accepted at once',
}

const eventColumnNames: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(eventColumns).flatMap(([name, column]) => ('history' in column ? [[name, column.history]] : [])),
  ),
  rsvp: 'the RSVP',
  rsvp_answers: 'an answer',
  slots: 'the sign-up list',
  slot_signups: 'who helps',
  cohost_id: 'which calendars host it',
}

/** Names each group of columns once and skips internal columns. */
function columnWords(columns: string[], words: Record<string, string>, otherwise: string): string {
  const named = [...new Set(columns.flatMap((column) => words[column] ?? []))]
  const last = named.pop()
  if (last === undefined) return otherwise
  return named.length > 0 ? `${named.join(', ')} and ${last}` : last
}
