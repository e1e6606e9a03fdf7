// /functions/v1: the named calls of the product. Each file has the name of its URL; this is their table.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { IdentityVariables } from '#server/http/identity.ts'
import { ownOrigin } from '#server/http/own-origin.ts'
import { requireFunctionScope } from '#server/http/token-scope.ts'
import { answerTable, tooLarge, type UrlTable } from '#server/http/url-table.ts'
import { acceptSuggestion } from './accept-suggestion.ts'
import { addEventImage, IMAGE_BODY_MAX } from './add-event-image.ts'
import { answerRsvp } from './answer-rsvp.ts'
import { answerSuggestion } from './answer-suggestion.ts'
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
import { getRsvp } from './get-rsvp.ts'
import { getSlots } from './get-slots.ts'
import { getSuggestion } from './get-suggestion.ts'
import { IMPORT_BODY_MAX, importEvents } from './import-events.ts'
import { inviteMembers } from './invite-members.ts'
import { mapsKey } from './maps-key.ts'
import { offerOwnership } from './offer-ownership.ts'
import { optOut } from './opt-out.ts'
import { previewAlert } from './preview-alert.ts'
import { previewEmail } from './preview-email.ts'
import { pushKey } from './push-key.ts'
import { receiveLess } from './receive-less.ts'
import { requestRsvp } from './request-rsvp.ts'
import { requestSlots } from './request-slots.ts'
import { requestSuggestion } from './request-suggestion.ts'
import { saveEvent } from './save-event.ts'
import { savePreferences } from './save-preferences.ts'
import { sendContactConfirmation } from './send-contact-confirmation.ts'
import { sendContactEmail } from './send-contact-email.ts'
import { sendOptOutLink } from './send-opt-out-link.ts'
import { sendTest } from './send-test.ts'
import { takeSlots } from './take-slots.ts'
import { undoOptOut } from './undo-opt-out.ts'
import { verifyRecaptcha } from './verify-recaptcha.ts'

export type FunctionsOptions = EndpointContext & {
  /** Sites that may make the calls which act for somebody who is not signed in, beside our own. */
  allowedOrigins: string[]
}

export function createFunctions(options: FunctionsOptions) {
  const table: UrlTable<IdentityVariables> = {
    '/follow-challenge': { POST: followChallenge(options) },
    '/follow-collection': { POST: followCollection(options) },
    '/send-contact-confirmation': { POST: sendContactConfirmation(options) },
    '/get-confirmation': { GET: getConfirmation(options), POST: getConfirmation(options) },
    '/confirm-contact-subscription': { POST: confirmContactSubscription(options) },
    '/opt-out': { POST: optOut(options) },
    '/send-opt-out-link': { POST: sendOptOutLink(options) },
    '/get-opt-out': { POST: getOptOut(options) },
    '/undo-opt-out': { POST: undoOptOut(options) },
    '/receive-less': { POST: receiveLess(options) },
    '/get-preferences': { POST: getPreferences(options) },
    '/save-preferences': { POST: savePreferences(options) },
    '/request-rsvp': methodsOf(requestRsvp),
    '/get-rsvp': methodsOf(getRsvp),
    '/answer-rsvp': methodsOf(answerRsvp),
    '/request-slots': methodsOf(requestSlots),
    '/get-slots': methodsOf(getSlots),
    '/take-slots': methodsOf(takeSlots),
    '/request-suggestion': methodsOf(requestSuggestion),
    '/get-suggestion': methodsOf(getSuggestion),
    '/answer-suggestion': methodsOf(answerSuggestion),
    '/accept-suggestion': { POST: acceptSuggestion(options) },
    '/captcha-challenge': { GET: captchaChallenge(options) },
    '/verify-recaptcha': { POST: verifyRecaptcha(options) },
    '/send-contact-email': { POST: sendContactEmail(options) },
    '/save-event': { POST: saveEvent(options) },
    '/delete-event': { POST: deleteEvent(options) },
    '/change-events': { POST: changeEvents(options) },
    '/add-event-image': { POST: addEventImage(options) },
    '/import-events': { POST: importEvents(options) },
    '/preview-email': { POST: previewEmail(options) },
    '/preview-alert': { POST: previewAlert(options) },
    '/push-key': { GET: pushKey(options), POST: pushKey(options) },
    '/invite-members': { POST: inviteMembers(options) },
    '/offer-ownership': { POST: offerOwnership(options) },
    '/ask-phone': { POST: askPhone(options) },
    '/send-test': { POST: sendTest(options) },
    '/maps-key': { GET: mapsKey(options), POST: mapsKey(options) },
    '/find-address': { POST: findAddress(options) },
  }

  /** Each handler is made once. */
  function methodsOf({ methods, handler }: Endpoint) {
    const answer = handler(options)
    return Object.fromEntries(methods.map((method) => [method, answer]))
  }

  const app = new Hono<IdentityVariables>()
  const usual = bodyLimit({ maxSize: 256 * 1024, onError: tooLarge })
  const larger = new Map([
    ['import-events', bodyLimit({ maxSize: IMPORT_BODY_MAX, onError: tooLarge })],
    ['add-event-image', bodyLimit({ maxSize: IMAGE_BODY_MAX, onError: tooLarge })],
  ])
  app.use((c, next) => (larger.get(c.req.path.split('/').at(-1) ?? '') ?? usual)(c, next))
  app.use(ownOrigin(options.allowedOrigins))
  app.use(async (c, next) => {
    requireFunctionScope(c.get('identity').token, c.req.path.split('/').at(-1) ?? '')
    await next()
  })
  app.use(async (c, next) => {
    await next()
    // Answers are about one person at one moment.
    c.header('cache-control', 'no-store')
  })
  return answerTable(app, table, { address: 'This function', nothing: "This function doesn't exist" })
}
