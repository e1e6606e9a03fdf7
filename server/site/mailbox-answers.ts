// A caught text is answered as its phone would: the same code as a carrier's webhook acts on it, and what we say back is
// caught too.
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { answerText, type InboundTextOptions } from '#server/inbound-texts/inbound-texts.ts'

export type AnsweringOptions = InboundTextOptions

/** Carriers take no more in one message. */
const LENGTH_MAX = 1600
const WORDS = ['YES', 'STOP', 'START', 'HELP']

type CaughtText = { id: string; recipient: string }

export function answerForm({ id, recipient }: CaughtText, answered: string | undefined) {
  const action = `/dev/mailbox/${id}/answer`
  return html`<h2>Answer as ${recipient}</h2>
${answered === undefined ? '' : html`<p role="status">Received. A text like this gets no answer, or no more today.</p>`}
<form method="post" action="${action}">${WORDS.map((word) => html`<button name="text" value="${word}">${word}</button>`)}</form>
<form method="post" action="${action}">
<label for="text">Or in other words</label>
<input id="text" name="text" required maxlength="${LENGTH_MAX}" autocomplete="off"><button>Send</button>
</form>`
}

const form = z.object({
  text: z.string('The text is missing').min(1, 'The text is empty').max(LENGTH_MAX, 'The text is too long'),
})

export function answerCaughtText(options: AnsweringOptions): Handler {
  const { pool } = options
  return async (c) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      throw new AppError('unsupported_media_type', 415, 'The answer must be sent by the form of the page')
    const given = form.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())))
    if (!given.success)
      throw new AppError('validation_failed', 400, given.error.issues[0]?.message ?? 'The text is missing')
    const { rows } = await pool.query<CaughtText & { sender: string }>(findText, [c.req.param('id')])
    const [text] = rows
    if (!text)
      throw new AppError('not_found', 404, "This text doesn't exist or was removed to make room for newer ones")

    const answer = await answerText(options, { id: randomUUID(), from: text.recipient, body: given.data.text })
    if (answer === null) return c.redirect(`/dev/mailbox/${text.id}?answered`, 303)
    const catcher = createTextCatcher({ pool, from: text.sender })
    const { providerId } = await catcher.send({ to: text.recipient, body: answer })
    return c.redirect(`/dev/mailbox/${providerId}`, 303)
  }
}

const findText = `select id, sender, recipient from private.caught_messages where id = $1 and kind = 'sms'`
