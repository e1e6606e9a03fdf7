import type { EventCategory } from './categories.ts'
import type { Day } from './dates.ts'
import {
  EVENT_DESCRIPTION_MAX,
  EVENT_IMAGE_ALT_MAX,
  EVENT_LOCATION_MAX,
  EVENT_LOCATION_NAME_MAX,
  EVENT_STATUS_REASON_MAX,
  EVENT_TITLE_MAX,
  WEB_ADDRESS_MAX,
} from './limits.ts'
import type { EventStatus, ShownStatus } from './statuses.ts'
import { eventFieldNames } from './texts/event-fields.ts'
import { eventLinkTexts } from './texts/event-link.ts'
import { isWebAddress } from './web-address.ts'

// The columns of an event, described once. The form, the schemas of save-event, SQL column lists, select strings, feeds, imports
// and history sentences are derived from this table. tests/structure/event-columns.test.ts compares it with the database.
// Imports no validation library, because public pages load this file: the rules are in events.ts.

/** An event as JSON carries it. */
export interface EventRow {
  id: string
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  /** Its website, or where it is met online. */
  link_url: string | null
  latitude: number | null
  longitude: number | null
  category: EventCategory
  status: EventStatus
  /** Why it is cancelled, postponed or moved. */
  status_reason: string | null
  include_in_mailer: boolean
  /** Only contacts with one of these tags are notified; none means everybody. */
  mail_tags: string[]
  /** The file name of its picture within its calendar. */
  image: string | null
  image_alt: string | null
  start_time: string
  end_time: string
  all_day: boolean
  event_date: Day
  /** The last day it touches. */
  end_date: Day
  /** The start that was announced first, for an event that was moved. */
  previous_start_time: string | null
  series_id: string | null
  /** The day on which the rule of its series put it. */
  series_day: Day | null
  created_by: string | null
  /** When it was last saved: an edit names it, so that it does not overwrite somebody else's. */
  updated_at: string
}

/** What co-hosts change together: whoever changes one column of a group decides about all of it. */
type SharedGroup = 'title' | 'description' | 'link' | 'place' | 'picture' | 'time'

type Column = ColumnUse &
  (
    | {
        /** Filled in by people; also a column of `event_series`, from where a repeated event copies it to its dates. */
        detail: true
        /** Its group among what calendars share that host an event together; null: each has its own. */
        shared: SharedGroup | null
      }
    | { detail?: never; shared?: SharedGroup }
  )

interface ColumnUse {
  /** A text that people type: its rule, in the form and on the server. All but the title may be empty. */
  text?: TextColumn
  /** Everyone may read it: public pages and feeds select it. */
  public?: true
  /** Members may read it: the signed-in calendar selects it besides the public columns. */
  member?: true
  /** Selected for mails and texts. */
  mail?: true
  /** Read from imported files. A detail that is not imported keeps its value when a file is imported again. */
  imported?: true | ImportedText
  /** What the history says was changed; history.es.ts has the Spanish. */
  history?: string
}

export interface TextColumn {
  /** The name of the field in messages. */
  label: string
  max: number
  severalLines?: true
  /** A further condition, and the message when a text does not meet it. */
  check?: { accepts: (text: string) => boolean; error: string }
}

/** How the text of a column is found in an imported file. */
export interface ImportedText {
  /** Matches the headers of CSV columns; the first pattern that matches any column wins. */
  csv: readonly RegExp[]
  /** Names of iCalendar properties; the first one that is not empty counts. */
  ics: readonly string[]
  /** Texts to ignore. */
  except?: RegExp
}

export const eventColumns = {
  id: { public: true, mail: true },
  title: {
    detail: true,
    shared: 'title',
    public: true,
    mail: true,
    text: { label: eventFieldNames.title, max: EVENT_TITLE_MAX },
    imported: {
      csv: [/^(title|subject|summary|event|name|event[ _-]*(title|name))$/i, /title|subject|event/i],
      ics: ['SUMMARY'],
    },
    history: 'the title',
  },
  description: {
    detail: true,
    shared: 'description',
    public: true,
    mail: true,
    text: { label: eventFieldNames.description, max: EVENT_DESCRIPTION_MAX, severalLines: true },
    imported: { csv: [/descri|notes|details/i], ics: ['DESCRIPTION'] },
    history: 'the description',
  },
  location_name: {
    detail: true,
    shared: 'place',
    public: true,
    mail: true,
    text: { label: eventFieldNames.locationName, max: EVENT_LOCATION_NAME_MAX },
    imported: { csv: [/^(place|venue|location[ _-]*name)$/i], ics: ['X-TOWNBELL-LOCATION-NAME'] },
    history: 'the place',
  },
  location: {
    detail: true,
    shared: 'place',
    public: true,
    mail: true,
    text: { label: eventFieldNames.location, max: EVENT_LOCATION_MAX },
    imported: { csv: [/^(location|address|where)$|address/i], ics: ['LOCATION'] },
    history: 'the place',
  },
  link_url: {
    detail: true,
    shared: 'link',
    public: true,
    mail: true,
    text: {
      label: eventLinkTexts.label,
      max: WEB_ADDRESS_MAX,
      check: { accepts: isWebAddress, error: eventLinkTexts.invalid },
    },
    imported: {
      csv: [/^(link|url|web ?(site|page)|((event|meeting|zoom)[ _-]*)(link|url))$/i],
      ics: ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'URL'],
      // Our own feeds name the page of the event.
      except: /\/calendars?\/[-0-9a-f]{36}(\/events\/[-0-9a-f]{36})?$/i,
    },
    history: 'the link',
  },
  latitude: { detail: true, shared: 'place', public: true, imported: true, history: 'the place' },
  longitude: { detail: true, shared: 'place', public: true, imported: true, history: 'the place' },
  category: { detail: true, shared: null, public: true, mail: true, imported: true, history: 'the category' },
  status: { detail: true, shared: 'time', public: true, imported: true, history: 'the status' },
  status_reason: {
    detail: true,
    shared: 'time',
    public: true,
    text: { label: eventFieldNames.statusReason, max: EVENT_STATUS_REASON_MAX },
    history: 'the status',
  },
  include_in_mailer: { detail: true, shared: null, member: true, history: 'the mailing' },
  mail_tags: { detail: true, shared: null, member: true, history: 'the mailing' },
  image: { detail: true, shared: 'picture', public: true, history: 'the picture' },
  image_alt: {
    detail: true,
    shared: 'picture',
    public: true,
    text: { label: eventFieldNames.imageAlt, max: EVENT_IMAGE_ALT_MAX },
    history: 'the picture',
  },
  start_time: { shared: 'time', public: true, mail: true, history: 'the time' },
  end_time: { shared: 'time', public: true, mail: true, history: 'the time' },
  all_day: { shared: 'time', public: true, mail: true, history: 'the time' },
  event_date: { public: true, history: 'the day' },
  end_date: { public: true, history: 'the day' },
  previous_start_time: { public: true },
  series_id: { member: true },
  series_day: { member: true },
  created_by: { member: true },
  updated_at: { member: true },
} as const satisfies Record<keyof EventRow, Column>

type Columns = typeof eventColumns
type ColumnWith<Flag extends keyof ColumnUse | 'detail' | 'shared'> = {
  [Name in keyof Columns]: Columns[Name] extends Record<Flag, unknown> ? Name : never
}[keyof Columns]

export type DetailColumn = ColumnWith<'detail'>
export type HistoryColumn = ColumnWith<'history'>
export type PublicDetailColumn = DetailColumn & ColumnWith<'public'>
export type ImportedColumn = ColumnWith<'imported'>
export type OptionalTextColumn = Exclude<ColumnWith<'text'>, 'title'>
export type ImportedTextColumn = {
  [Name in ImportedColumn]: Columns[Name]['imported'] extends ImportedText ? Name : never
}[ImportedColumn]

type Shown<Row> = Omit<Row, 'status'> & { status: ShownStatus }

export type EventDetails = Pick<EventRow, DetailColumn>
export type PublicEvent = Shown<Pick<EventRow, ColumnWith<'public'>>>
export type PublicDetails = Shown<Pick<EventRow, PublicDetailColumn>>
export type MemberEvent = Pick<EventRow, ColumnWith<'public'> | ColumnWith<'member'>>
export type MailEvent = Pick<EventRow, ColumnWith<'mail'>>
export type ImportedDetails = Pick<EventRow, ImportedColumn>

const names = Object.keys(eventColumns) as (keyof Columns)[]
const columnsWith = <Flag extends keyof ColumnUse | 'detail' | 'shared'>(flag: Flag) =>
  names.filter((name) => flag in eventColumns[name]) as ColumnWith<Flag>[]

export const detailColumns = columnsWith('detail')
/** The groups of what co-hosts share, by column; private.shared_columns() in SQL. */
export const sharedColumns = Object.fromEntries(
  columnsWith('shared').flatMap((name) => {
    const { shared } = eventColumns[name]
    return shared ? [[name, shared]] : []
  }),
)
export const publicColumns = columnsWith('public')
export const memberColumns = names.filter((name) => 'public' in eventColumns[name] || 'member' in eventColumns[name])
export const mailColumns = columnsWith('mail')
export const optionalTextColumns = columnsWith('text').filter((name) => name !== 'title')
export const importedColumns = columnsWith('imported')
export const publicDetailColumns = publicColumns.filter(
  (name) => 'detail' in eventColumns[name],
) as PublicDetailColumn[]

export function detailsOf<Row extends { [Name in DetailColumn]?: unknown }>(row: Row): Pick<Row, DetailColumn> {
  return pick(row, detailColumns)
}

export function publicDetailsOf(row: PublicDetails): PublicDetails {
  return pick(row, publicDetailColumns)
}

export function importedDetailsOf(row: ImportedDetails): ImportedDetails {
  return pick(row, importedColumns)
}

function pick<Row, Name extends keyof Row>(row: Row, columns: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(columns.map((name) => [name, row[name]])) as Pick<Row, Name>
}
