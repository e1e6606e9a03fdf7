// /dev/mailbox: mail and texts that were caught instead of sent, so that a newcomer can click the confirmation link.
// Mounted only where there is no provider. A reader can take over every account, and a proxy can make anybody look local, so it opens
// only with the key in the address that the start prints.
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { UUID_PATTERN } from '#domain/uuid.ts'
import { ownOrigin } from '#server/http/own-origin.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { type AnsweringOptions, answerCaughtText, answerForm } from './mailbox-answers.ts'

type Caught = {
  id: string
  kind: string
  sender: string
  recipient: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  caught_at: Date
}
type Env = { Bindings: RequestContext }
type Fragment = ReturnType<typeof html>

/** For the path /dev. */
export function mailboxPage(options: AnsweringOptions & { allowedOrigins: string[]; mailboxKey: string }): Hono<Env> {
  const { pool, allowedOrigins } = options
  const list = async () => (await pool.query<Caught>(newest)).rows
  return new Hono<Env>()
    .use(onlyWithKey(options.mailboxKey))
    .get('/mailbox', async (c) => page(c, 'Caught mail', listed(await list())))
    .get('/mailbox.json', async (c) => c.json(await list(), 200, { 'cache-control': 'no-store' }))
    .get(`/mailbox/:id{${UUID_PATTERN}}`, async (c) => {
      const { rows } = await pool.query<Caught>(one, [c.req.param('id')])
      if (!rows[0])
        throw new AppError('not_found', 404, "This message doesn't exist or was removed to make room for newer ones")
      return page(c, rows[0].subject || 'Text message', message(rows[0], c.req.query('answered')))
    })
    .use(
      `/mailbox/:id{${UUID_PATTERN}}/answer`,
      ownOrigin(allowedOrigins),
      bodyLimit({ maxSize: 16 * 1024, onError: tooLarge }),
    )
    .post(`/mailbox/:id{${UUID_PATTERN}}/answer`, answerCaughtText(options))
}

export const MAILBOX_COOKIE = 'townbell-mailbox'

function onlyWithKey(key: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const isFirst = isSame(c.req.query('key'), key)
    if (!isFirst && !isSame(getCookie(c, MAILBOX_COOKIE), key))
      throw new AppError('not_found', 404, 'Caught mail opens at the address that Townbell prints when it starts')
    await next()
    if (isFirst) setCookie(c, MAILBOX_COOKIE, key, { path: '/dev', httpOnly: true, sameSite: 'Strict' })
  }
}

function isSame(given: string | undefined, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(digest(given), digest(key))
}

function tooLarge(): never {
  throw new AppError('payload_too_large', 413, 'The body is too large')
}

function listed(messages: Caught[]): Fragment {
  if (messages.length === 0)
    return html`<h1>Caught mail</h1><p>Nothing yet. Mail that Townbell would send appears here.</p>`
  return html`<h1>Caught mail</h1>
<p>No provider is set, so nothing leaves this machine. The newest comes first; reload to see more.</p>
<ul>${messages.map(
    (m) => html`<li><a href="/dev/mailbox/${m.id}"><strong>${m.subject || m.text.slice(0, 80)}</strong></a><br>
<span>${m.kind === 'sms' ? 'Text' : 'Mail'} to ${m.recipient} · <time datetime="${m.caught_at.toISOString()}">${m.caught_at.toUTCString()}</time></span></li>`,
  )}</ul>`
}

function message(m: Caught, answered: string | undefined): Fragment {
  return html`<p><a href="/dev/mailbox">← All caught mail</a></p>
<h1>${m.subject || 'Text message'}</h1>
<table>${Object.entries(m.headers).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>
${m.html ? html`<h2>As it looks</h2><iframe title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${framed(m.html)}"></iframe>` : ''}
<h2>As text</h2>
<pre>${m.text}</pre>
${m.kind === 'sms' ? answerForm(m, answered) : ''}`
}

/** Scripts are off by the sandbox; the policy also keeps a message from telling a server that it was opened. */
function framed(content: string): string {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'"
  const head = `<meta http-equiv="content-security-policy" content="${policy}"><base target="_top">`
  return /<head>/i.test(content) ? content.replace(/<head>/i, `<head>${head}`) : head + content
}

async function page(c: Context, title: string, content: Fragment): Promise<Response> {
  const body = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 48rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#faf6ec, #16181d); color: light-dark(#1c2430, #f1ece0); overflow-wrap: anywhere }
a { color: inherit }
ul { list-style: none; padding: 0 }
li { padding: .75rem 0; border-top: 1px solid light-dark(#ddd3bd, #3a3f49) }
li span { font-size: .875rem }
th { text-align: left; vertical-align: top; padding-right: 1rem; white-space: nowrap }
iframe { width: 100%; height: 32rem; border: 1px solid light-dark(#ddd3bd, #3a3f49); border-radius: .5rem; background: #fff }
pre { white-space: pre-wrap }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 }
button, input { font: inherit; padding: .5rem 1rem; min-height: 2.75rem; border: 1px solid light-dark(#6b6250, #a59c88); border-radius: .5rem; background: transparent; color: inherit }
input { flex: 1 1 12rem; min-width: 0 }
label { flex-basis: 100% }
</style>
</head>
<body><main>${content}</main></body>
</html>
`
  return c.html(body, 200, {
    'cache-control': 'no-store',
    // Without a referrer a browser would not say either that the answer to a text comes from here.
    'referrer-policy': 'same-origin',
    // The frame inherits this policy, and the styles of a message are inline. Forms are ours: its sandbox allows it none.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'`,
  })
}

const newest = `
  select id, kind, sender, recipient, subject, html, text, headers, caught_at
  from private.caught_messages
  order by position desc
  limit 100`

const one = `
  select id, kind, sender, recipient, subject, html, text, headers, caught_at
  from private.caught_messages
  where id = $1`
