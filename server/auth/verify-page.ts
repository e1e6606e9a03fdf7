// The page behind a link in a mail: a sentence and a button. No script, nothing from elsewhere, works in any browser.
import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { LinkKind } from './redirects.ts'

type Link = { token: string; type: LinkKind; redirect_to?: string | undefined }

const texts: Record<LinkKind, { title: string; body: string }> = {
  signup: { title: 'Confirm your email address', body: 'One more click and your address is confirmed.' },
  recovery: { title: 'Reset your password', body: 'Continue to choose a new password.' },
  email_change: { title: 'Confirm your new email address', body: 'One more click and your account uses this address.' },
}
const broken = {
  title: 'This link is not complete',
  body: 'Please open the link in your mail again, or copy the whole of it into the address bar.',
}

export async function linkPage(link: Link | undefined, origins: string[]): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url')
  const { title, body } = link ? texts[link.type] : broken
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${PRODUCT_NAME}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif; background: light-dark(#faf6ec, #16181d); color: light-dark(#1c2430, #f1ece0) }
main { max-width: 28rem; padding: 2rem; text-align: center }
h1 { font-size: 1.5rem; line-height: 1.25 }
button { font: inherit; font-weight: 600; padding: .75rem 2rem; border: 0; border-radius: .5rem; background: #f5bd2e; color: #1c2430; cursor: pointer }
button:focus-visible { outline: 3px solid light-dark(#1c2430, #f1ece0); outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${body}</p>
${link ? form(link) : ''}
</main>
</body>
</html>
`
  return new Response(page, {
    status: link ? 200 : 400,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Browsers hold the redirect after the form to form-action as well, so every place it may lead is named.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${origins.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
}

function form({ token, type, redirect_to }: Link) {
  return html`<form method="post" action="verify">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="type" value="${type}">
${redirect_to === undefined ? '' : html`<input type="hidden" name="redirect_to" value="${redirect_to}">`}
<button type="submit" autofocus>Continue</button>
</form>`
}
