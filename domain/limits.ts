import { days, hours, minutes, seconds } from './durations.ts'

// Lengths count characters as people see them in code points, not UTF-16 units; PostgreSQL's char_length agrees.

// Accounts
export const PASSWORD_MIN = 8
/** Long enough for any passphrase; short enough that hashing it costs nothing extra. */
export const PASSWORD_MAX = 1000
export const DISPLAY_NAME_MAX = 100
/** RFC 5321: a path of 256 octets less its angle brackets. */
export const EMAIL_MAX = 254
export const EMAIL_LOCAL_PART_MAX = 64
/** Length of a bounce address's name: +, 32 characters of the delivery, - and 16 of its proof need room behind it. */
export const BOUNCE_NAME_MAX = 14

// Calendars
export const CALENDAR_NAME_MAX = 100
export const CALENDAR_DESCRIPTION_MAX = 500
export const WEB_ADDRESS_MAX = 2048
export const TEMPLATE_ID_MAX = 100
export const STATE_MAX = 50
export const CITY_MAX = 100

/** How long a deleted calendar or event can be restored. */
export const KEPT_WHEN_DELETED_MS = days(30)

// Trial accounts
export const TRIAL_CALENDARS = 1
export const TRIAL_CONTACTS = 10

// People who never confirmed: how many of them get a first mail in a day before an operator looks at it
export const STRANGERS_ON_TRIAL = 20
export const STRANGERS_WITH_PLAN = 500
/** For all owners on trial together, so that a hundred accounts of one person do not add up. */
export const STRANGERS_OF_TRIALS = 1000

// Alerts
/** Length of a follow-up. */
export const ALERT_UPDATE_MAX = 1000
/** An alert to more people than this is confirmed with their number: private.alert_confirm_from(). */
export const ALERT_CONFIRM_FROM = 500

// Events
export const EVENT_TITLE_MAX = 200
export const EVENT_DESCRIPTION_MAX = 5000
export const EVENT_LOCATION_MAX = 500
export const EVENT_LOCATION_NAME_MAX = 200
export const ADD_EVENT_START = '09:00'
export const ADD_EVENT_END = '17:00'
export const EDIT_EVENT_START = '09:00'
export const EDIT_EVENT_END = '10:00'
/** Short enough that what overlaps a month is found by when it starts. */
export const EVENT_DAYS_MAX = 31
/** Beyond these an event's day is a slip of the finger, and time-zone rules mean nothing. */
export const EVENT_DAY_FIRST = '1970-01-01'
export const EVENT_DAY_LAST = '2199-12-31'

// What people answer by a mailed link: RSVPs, sign-ups, suggestions
export const ANSWER_NAME_MAX = 100
/** People who answer one thing, confirmed or not: private.answer_limit(). */
export const ANSWERS_MAX = 5000
/** Days that answers are stored after what they are about. */
export const ANSWERS_STORED_DAYS = 90

// Answers to "Will you be there?"
export const RSVP_CAPACITY_MAX = 10_000
export const RSVP_QUESTION_MAX = 200
/** The person and whom they bring. */
export const RSVP_PARTY_MAX = 20
export const RSVP_REPLY_MAX = 500

/** Messages to guests in 24 hours, of all calendars of an owner: private.event_message_limit(). */
export const EVENT_MESSAGES_ON_TRIAL = 5
export const EVENT_MESSAGES_WITH_PLAN = 20
export const EVENT_MESSAGE_MAX = 2000

// Town pages
/** Pages per account: private.collection_limit(). */
export const COLLECTIONS_MAX = 5
/** Calendars per page: private.collection_calendar_limit(). */
export const COLLECTION_CALENDARS_MAX = 50
/** Events of a month that a page lists. */
export const COLLECTION_EVENTS_MAX = 500
export const COLLECTION_NAME_MAX = 100
export const COLLECTION_DESCRIPTION_MAX = 500

// Events that calendars host together
/** Other calendars of one event, with those that are invited: private.cohost_limit(). */
export const EVENT_COHOSTS_MAX = 10
/** Invitations that wait in one calendar: private.cohost_offer_limit(). */
export const COHOST_OFFERS_MAX = 50

// What an event needs
/** Lines of one event: private.slot_limit(). */
export const SLOTS_MAX = 50
export const SLOT_TITLE_MAX = 100
export const SLOT_WANTED_MAX = 999
/** What one person can take of a line. */
export const SLOT_AMOUNT_MAX = 20
/** The hour of the evening before at which helpers are reminded, by the calendar's clock. */
export const SLOT_REMINDER_HOUR = 18

// Suggested events
export const SUGGESTION_REASON_MAX = 500
/** How many can wait for the admins of a calendar. */
export const SUGGESTIONS_PENDING_MAX = 100

/** Events per calendar, dates of repeated events included. The database refuses more (TB027). */
export const CALENDAR_EVENTS_MAX = 20_000
export const OWNER_PICTURE_BYTES = 1024 ** 3
/** Repeated events of a calendar. */
export const CALENDAR_SERIES_MAX = 1000

/** Events that one call changes together. */
export const BULK_EVENTS_MAX = 500
export const EVENT_STATUS_REASON_MAX = 200
export const EVENT_IMAGE_ALT_MAX = 300
/** Size of a stored picture; browsers make pictures smaller before they send them. */
export const EVENT_IMAGE_BYTES_MAX = 2 * 1024 * 1024
/** A small file may hold a picture that takes gigabytes to show. */
export const EVENT_IMAGE_SIDE_MAX = 4096

/** Size of a file or feed of events, packed or unpacked. */
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
/** Our own feeds have no more than this. */
export const IMPORT_EVENTS_MAX = 5000
/** Rows that the series of one import may become; beyond it they are left out. */
export const IMPORT_DATES_MAX = 20_000
/** The work of one file: domain/event-import/work.ts counts it. A full file of ordinary events takes a tenth. */
export const IMPORT_WORK_MAX = 20_000_000
/** Characters of JSON that one import writes: a long description is written for each date of its series. */
export const IMPORT_WRITTEN_MAX = 32 * 1024 * 1024
/** Clock changes that repeat by a rule, in one time zone that a file defines and in all that it uses. */
export const IMPORT_ZONE_RULES_MAX = 50
export const IMPORT_FILE_ZONE_RULES_MAX = 200

// Invitations by email
export const INVITATION_DAYS = 14
/** Addresses in one request. */
export const INVITATIONS_AT_ONCE = 20
/** Invitations of a calendar that nobody has accepted. */
export const INVITATIONS_OPEN_MAX = 100

// Contacts, followers, opt-outs
export const CONTACT_NAME_MAX = 100
export const TAG_MAX = 40
/** Tags per contact. */
export const CONTACT_TAGS_MAX = 20
export const OPT_OUT_EMAIL_MAX = 255
/** Nobody reads and fills in the follow form faster than this; robots do. */
export const FOLLOW_FORM_MIN_MS = seconds(2)
export const CONFIRMATION_LIFETIME_MS = hours(72)
export const CONFIRMATION_TOKEN_MAX = 200
/** How long somebody stays on the waiting list of a full calendar. */
export const WAITING_MS = days(180)
/** Places on a calendar's waiting list. Each address on it has passed the limits of a confirmation mail. */
export const WAITING_MAX = 50
/** An address that bounced may work again; asked to follow after this long, it gets one more confirmation mail. */
export const BOUNCE_REST_MS = days(7)
/** How long an opt-out without a signed link can be taken back from the mail about it. */
export const UNDO_LIFETIME_MS = days(30)
/** How long the link of a mail undoes an opt-out that was made with it: a second thought, not a way back in. */
export const SECOND_THOUGHT_MS = hours(1)
/** The pause that is offered instead of unsubscribing. */
export const SHORT_PAUSE_DAYS = 30
/** How long the link to the preference page in a mail works. Each mail brings a new one. */
export const PREFERENCES_LINK_DAYS = 90
/** When those are told who want to know the evening before, or for the week on Sunday; on the calendar's clock. */
export const AHEAD_AT = '18:00'
export const PAUSE_DAYS_MAX = 366

// Contact form
export const SUPPORT_NAME_MAX = 100
export const SUPPORT_SUBJECT_MAX = 200
export const SUPPORT_MESSAGE_MAX = 5000

// Company
export const MONEY_BACK_DAYS = 30
export const TERMS_NOTICE_DAYS = 30
export const MINIMUM_AGE = 13

// Timings of the screens
export const AUTH_LOADING_TIMEOUT_MS = seconds(5)
export const SESSION_TIMEOUT_MS = seconds(5)
export const PROFILE_DELAY_MS = 100
export const CAPTCHA_RERENDER_MS = 100
export const HERO_ROTATION_MS = seconds(2)
export const HEADER_SHADOW_PX = 10

// Account links and sessions
export const ACCESS_TOKEN_LIFETIME_MS = minutes(15)
export const VERIFICATION_LIFETIME_MS = days(1)
export const RECOVERY_LIFETIME_MS = hours(1)
/** Of six digits that were mailed. */
export const MAILED_CODE_LIFETIME_MINUTES = 30
/** How long a mail about an irreversible step can undo it. */
export const STEP_UNDO_LIFETIME_MS = days(7)
/** How long a sign-in with the password counts as just now. */
export const FRESH_SIGN_IN_MS = minutes(5)
/** Codes for the day the phone is lost. */
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 100
export const CAPTCHA_PASS_LIFETIME_MS = minutes(2)
export const CAPTCHA_CHALLENGE_LIFETIME_MS = minutes(10)

// The data API
/** In one answer. */
export const ANSWER_ROWS_MAX = 1000

/** Why an operator did something. */
export const OPERATOR_REASON_MAX = 200
