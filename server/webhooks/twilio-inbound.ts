// Handles a text to our number: STOP, START, HELP, YES. The response is in Twilio's markup.
import type { Handler } from 'hono'
import type { Reply } from '#domain/text-replies.ts'
import { answerText } from '#server/inbound-texts/inbound-texts.ts'
import type { WebhookOptions } from './options.ts'
import { twilioFields } from './twilio-signature.ts'

/** Set when Twilio's own opt-out handling has answered already. */
const handled: Record<string, Reply> = { STOP: 'stop', START: 'start', HELP: 'help' }

export function twilioInbound(options: WebhookOptions): Handler {
  const signedFields = twilioFields(options)
  return async (c) => {
    const fields = await signedFields(c)
    const id = fields.get('MessageSid') ?? fields.get('SmsSid') ?? ''
    const from = fields.get('From') ?? ''
    // Short codes and names are no people, and cannot be answered.
    const isPerson = /^\w{1,100}$/.test(id) && /^\+[1-9]\d{1,14}$/.test(from)
    const body = fields.get('Body') ?? ''
    const handledAs = handled[fields.get('OptOutType') ?? '']
    const answer = isPerson ? await answerText(options, { id, from, body, handledAs }) : null
    const message = answer === null ? '' : `<Message>${escapeXml(answer)}</Message>`
    return c.body(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, 200, {
      'content-type': 'text/xml; charset=utf-8',
    })
  }
}

/** Calendar names are in it. */
function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
