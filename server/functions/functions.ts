// /functions/v1: the named calls of the product, as a list of endpoints. Each has the name of its file; those of one
// linked flow are together in linked/.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import type { IdentityVariables } from '#server/http/identity.ts'
import { ownOrigin } from '#server/http/own-origin.ts'
import { requireFunctionScope } from '#server/http/token-scope.ts'
import { answerTable, tooLarge, type UrlTable } from '#server/http/url-table.ts'
import { acceptSuggestion } from './accept-suggestion.ts'
import { addEventImage } from './add-event-image.ts'
import { addMyPhone } from './add-my-phone.ts'
import { askPhone } from './ask-phone.ts'
import { captchaChallenge } from './captcha-challenge.ts'
import { changeEvents } from './change-events.ts'
import { confirmContactSubscription } from './confirm-contact-subscription.ts'
import type { EndpointContext } from './context.ts'
import { deleteEvent } from './delete-event.ts'
import type { Endpoint } from './endpoint.ts'
import { findAddress } from './find-address.ts'
import { followChallenge } from './follow-challenge.ts'
import { followCollection } from './follow-collection.ts'
import { getConfirmation } from './get-confirmation.ts'
import { getOptOut } from './get-opt-out.ts'
import { getPreferences } from './get-preferences.ts'
import { importEvents } from './import-events.ts'
import { inviteMembers } from './invite-members.ts'
import { poll } from './linked/poll.ts'
import { rsvp } from './linked/rsvp.ts'
import { slots } from './linked/slots.ts'
import { suggestion } from './linked/suggestion.ts'
import { mapsKey } from './maps-key.ts'
import { myPreferences } from './my-preferences.ts'
import { offerOwnership } from './offer-ownership.ts'
import { optOut } from './opt-out.ts'
import { previewAlert } from './preview-alert.ts'
import { previewEmail } from './preview-email.ts'
import { pushKey } from './push-key.ts'
import { receiveLess } from './receive-less.ts'
import { saveEvent } from './save-event.ts'
import { savePreferences } from './save-preferences.ts'
import { sendContactConfirmation } from './send-contact-confirmation.ts'
import { sendContactEmail } from './send-contact-email.ts'
import { sendOptOutLink } from './send-opt-out-link.ts'
import { sendTest } from './send-test.ts'
import { undoOptOut } from './undo-opt-out.ts'
import { verifyRecaptcha } from './verify-recaptcha.ts'

export const endpoints: Record<string, Endpoint> = {
  'follow-challenge': followChallenge,
  'follow-collection': followCollection,
  'send-contact-confirmation': sendContactConfirmation,
  'get-confirmation': getConfirmation,
  'confirm-contact-subscription': confirmContactSubscription,
  'opt-out': optOut,
  'send-opt-out-link': sendOptOutLink,
  'get-opt-out': getOptOut,
  'undo-opt-out': undoOptOut,
  'receive-less': receiveLess,
  'get-preferences': getPreferences,
  'save-preferences': savePreferences,
  'my-preferences': myPreferences,
  'add-my-phone': addMyPhone,
  ...rsvp,
  ...slots,
  ...suggestion,
  ...poll,
  'accept-suggestion': acceptSuggestion,
  'captcha-challenge': captchaChallenge,
  'verify-recaptcha': verifyRecaptcha,
  'send-contact-email': sendContactEmail,
  'save-event': saveEvent,
  'delete-event': deleteEvent,
  'change-events': changeEvents,
  'add-event-image': addEventImage,
  'import-events': importEvents,
  'preview-email': previewEmail,
  'preview-alert': previewAlert,
  'push-key': pushKey,
  'invite-members': inviteMembers,
  'offer-ownership': offerOwnership,
  'ask-phone': askPhone,
  'send-test': sendTest,
  'maps-key': mapsKey,
  'find-address': findAddress,
}

type Described = Pick<Endpoint, 'methods' | 'summary' | 'who' | 'body' | 'query' | 'bodyType' | 'limits'> & {
  answer?: z.ZodType
  answerType?: string
}

/** What the documentation lists. The stream has an address here, too, and is answered in server/streams. */
export const functionDescriptions: Record<string, Described> = {
  ...endpoints,
  'calendar-stream': {
    methods: ['GET'],
    summary: 'Server-sent events that say when a calendar or its mailings change; see Streams.',
    who: ['anyone'],
    body: z.object({ calendar_id: z.guid() }),
    answerType: 'text/event-stream',
    limits: [],
  },
}

export type FunctionsOptions = EndpointContext & {
  /** Sites that may make the calls which act for somebody who is not signed in, beside our own. */
  allowedOrigins: string[]
}

export function createFunctions(options: FunctionsOptions) {
  const table: UrlTable<IdentityVariables> = {}
  const app = new Hono<IdentityVariables>()
  for (const [name, { methods, bodyMax = 256 * 1024, handler }] of Object.entries(endpoints)) {
    const answer = handler(options)
    table[`/${name}`] = Object.fromEntries(methods.map((method) => [method, answer]))
    app.use(`/${name}`, bodyLimit({ maxSize: bodyMax, onError: tooLarge }))
  }
  app.use(ownOrigin(options.allowedOrigins))
  app.use(async (c, next) => {
    const name = c.req.path.split('/').at(-1) ?? ''
    const who = Object.hasOwn(endpoints, name) ? endpoints[name]?.who : undefined
    requireFunctionScope(c.get('identity').token, name, who?.includes('token') ?? false)
    await next()
  })
  app.use(async (c, next) => {
    await next()
    // Answers are about one person at one moment.
    c.header('cache-control', 'no-store')
  })
  return answerTable(app, table, { address: 'This function', nothing: "This function doesn't exist" })
}
