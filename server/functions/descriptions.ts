// What the documentation says of the functions; their bodies are the schemas that parse them.
import * as z from 'zod'
import { bulkChange, bulkRestore, bulkUndo } from '#domain/bulk-change.ts'
import { confirmationBody } from '#domain/confirmations.ts'
import { importRequest } from '#domain/event-import/request.ts'
import { shape as acceptSuggestion } from './accept-suggestion.ts'
import { answerRsvp } from './answer-rsvp.ts'
import { answerSuggestion } from './answer-suggestion.ts'
import { shape as askPhone } from './ask-phone.ts'
import { shape as deleteEvent } from './delete-event.ts'
import type { Endpoint } from './endpoint.ts'
import { shape as findAddress } from './find-address.ts'
import { shape as followChallenge } from './follow-challenge.ts'
import { shape as followCollection } from './follow-collection.ts'
import { shape as getOptOut } from './get-opt-out.ts'
import { shape as getPreferences } from './get-preferences.ts'
import { getRsvp } from './get-rsvp.ts'
import { getSlots } from './get-slots.ts'
import { getSuggestion } from './get-suggestion.ts'
import { shape as inviteMembers } from './invite-members.ts'
import { shape as offerOwnership } from './offer-ownership.ts'
import { shape as optOut } from './opt-out.ts'
import { shape as previewAlert } from './preview-alert.ts'
import { shape as previewEmail } from './preview-email.ts'
import { shape as receiveLess } from './receive-less.ts'
import { requestRsvp } from './request-rsvp.ts'
import { requestSlots } from './request-slots.ts'
import { requestSuggestion } from './request-suggestion.ts'
import { creating, editing } from './save-event.ts'
import { shape as savePreferences } from './save-preferences.ts'
import { shape as sendContactConfirmation } from './send-contact-confirmation.ts'
import { shape as sendContactEmail } from './send-contact-email.ts'
import { shape as sendOptOutLink } from './send-opt-out-link.ts'
import { shape as sendTest } from './send-test.ts'
import { takeSlots } from './take-slots.ts'
import { shape as undoOptOut } from './undo-opt-out.ts'
import { shape as verifyRecaptcha } from './verify-recaptcha.ts'

/** `who` may call it. */
type FunctionDescription = {
  methods: string[]
  summary: string
  who: 'anyone' | 'signed in' | 'signed in or token'
  body?: z.ZodType
}

function described({ methods, summary, who, body }: Endpoint): FunctionDescription {
  return { methods: [...methods], summary, who: who.join(' or ') as FunctionDescription['who'], ...(body && { body }) }
}

export const functionDescriptions: Record<string, FunctionDescription> = {
  'follow-challenge': {
    methods: ['POST'],
    summary: 'A puzzle that following asks for.',
    who: 'anyone',
    body: followChallenge,
  },
  'follow-collection': {
    methods: ['POST'],
    summary: 'Asks to follow several calendars of a town page; one mail confirms all.',
    who: 'anyone',
    body: followCollection,
  },
  'send-contact-confirmation': {
    methods: ['POST'],
    summary: 'Asks to follow a calendar; a mail or text confirms it.',
    who: 'anyone',
    body: sendContactConfirmation,
  },
  'get-confirmation': {
    methods: ['GET', 'POST'],
    summary: 'What the link of a confirmation is about.',
    who: 'anyone',
    body: confirmationBody,
  },
  'confirm-contact-subscription': {
    methods: ['POST'],
    summary: 'Confirms following, by the token of the mail.',
    who: 'anyone',
    body: confirmationBody,
  },
  'opt-out': {
    methods: ['POST'],
    summary: 'Stops notifications to an address.',
    who: 'anyone',
    body: optOut,
  },
  'send-opt-out-link': {
    methods: ['POST'],
    summary:
      'Sends a link to stop notifications, to an address or number that gets some; the answer does not say whether it does.',
    who: 'anyone',
    body: sendOptOutLink,
  },
  'get-opt-out': {
    methods: ['POST'],
    summary: 'What the link of an opt-out is about.',
    who: 'anyone',
    body: getOptOut,
  },
  'undo-opt-out': {
    methods: ['POST'],
    summary: 'Takes an opt-out back, by the token of its link.',
    who: 'anyone',
    body: undoOptOut,
  },
  'receive-less': {
    methods: ['POST'],
    summary: 'Fewer messages instead of an opt-out, by the token of its link.',
    who: 'anyone',
    body: receiveLess,
  },
  'get-preferences': {
    methods: ['POST'],
    summary: "A follower's choices, by the token of a mail.",
    who: 'anyone',
    body: getPreferences,
  },
  'save-preferences': {
    methods: ['POST'],
    summary: "Changes a follower's choices, by the token of a mail.",
    who: 'anyone',
    body: savePreferences,
  },
  'request-rsvp': described(requestRsvp),
  'get-rsvp': described(getRsvp),
  'answer-rsvp': described(answerRsvp),
  'request-slots': described(requestSlots),
  'get-slots': described(getSlots),
  'take-slots': described(takeSlots),
  'request-suggestion': described(requestSuggestion),
  'get-suggestion': described(getSuggestion),
  'answer-suggestion': described(answerSuggestion),
  'accept-suggestion': {
    methods: ['POST'],
    summary: 'Makes an event of a suggestion, or changes the event it became.',
    who: 'signed in',
    body: acceptSuggestion,
  },
  'captcha-challenge': {
    methods: ['GET'],
    summary: 'A puzzle of the captcha; `?action=sign-in`, `sign-up` or `support`.',
    who: 'anyone',
  },
  'verify-recaptcha': {
    methods: ['POST'],
    summary: 'Has the answer of a captcha checked before it is used.',
    who: 'anyone',
    body: verifyRecaptcha,
  },
  'send-contact-email': {
    methods: ['POST'],
    summary: 'Writes to the operators.',
    who: 'anyone',
    body: sendContactEmail,
  },
  'save-event': {
    methods: ['POST'],
    summary: 'Adds a repeated event, or edits an event or several dates and notifies people.',
    who: 'signed in or token',
    body: z.union([creating, editing]),
  },
  'delete-event': {
    methods: ['POST'],
    summary: 'Deletes an event or several dates of it.',
    who: 'signed in or token',
    body: deleteEvent,
  },
  'change-events': {
    methods: ['POST'],
    summary: 'Changes several events at once, or undoes it.',
    who: 'signed in or token',
    body: z.union([bulkChange, bulkUndo, bulkRestore]),
  },
  'add-event-image': {
    methods: ['POST'],
    summary: 'Stores the picture in the body for `?calendar_id=`, and returns its name for the column image.',
    who: 'signed in or token',
  },
  'import-events': {
    methods: ['POST'],
    summary: 'Imports the events of an iCalendar file or a table; with dry_run it only says what would happen.',
    who: 'signed in or token',
    body: importRequest,
  },
  'preview-email': {
    methods: ['POST'],
    summary: 'The mail as people would get it.',
    who: 'signed in',
    body: previewEmail,
  },
  'preview-alert': {
    methods: ['POST'],
    summary: 'An alert as people would get it.',
    who: 'signed in',
    body: previewAlert,
  },
  'calendar-stream': {
    methods: ['GET'],
    summary: 'Server-sent events that say when `?calendar_id=` or its mailings change; see Streams.',
    who: 'anyone',
  },
  'push-key': {
    methods: ['GET', 'POST'],
    summary: 'The key for browser notifications.',
    who: 'anyone',
  },
  'invite-members': {
    methods: ['POST'],
    summary: 'Invites people to a calendar by mail.',
    who: 'signed in',
    body: inviteMembers,
  },
  'offer-ownership': {
    methods: ['POST'],
    summary: 'Offers a calendar to one of its members, who may accept it with accept_transfer. Asks for the password.',
    who: 'signed in',
    body: offerOwnership,
  },
  'ask-phone': {
    methods: ['POST'],
    summary: 'Asks a contact by text to confirm.',
    who: 'signed in',
    body: askPhone,
  },
  'send-test': {
    methods: ['POST'],
    summary: 'Sends an event to yourself.',
    who: 'signed in',
    body: sendTest,
  },
  'maps-key': {
    methods: ['GET', 'POST'],
    summary: 'The key for the map of the address field.',
    who: 'signed in',
  },
  'find-address': {
    methods: ['POST'],
    summary: 'Addresses that begin like a text.',
    who: 'signed in',
    body: findAddress,
  },
}
