// The page behind a link in a mail: a sentence and a button. No script, nothing from elsewhere, works in any browser.
import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Language } from '#domain/languages.ts'
import { PASSWORD_MAX } from '#domain/limits.ts'
import type { LinkKind } from '#messages/mail-links.ts'
import { askedLanguage, languageCookie } from '#server/http/language.ts'
import type { AuthContext } from './context.ts'
import { verifyPageTexts as es } from './verify-page-texts.es.ts'
import { verifyPageTexts as en } from './verify-page-texts.ts'

type Link = {
  token: string
  type: LinkKind
  redirect_to?: string | undefined
  account?: string | undefined
  /** The password it asks for, or the other browser. */
  asks?: keyof (typeof en)['passwords'] | 'magiclink' | undefined
  problem?: LinkProblem | undefined
}
/** What was wrong with what the form sent. */
export type LinkProblem = { status: number; text: keyof (typeof en)['problems'] }

const textsIn = { en, es } satisfies Record<Language, object>

export async function linkPage(
  { redirects, siteUrl }: AuthContext,
  request: Request,
  link: Link | undefined,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url')
  const { language, isChosen } = askedLanguage(request)
  const texts = textsIn[language]
  const { title, body } = texts[link?.type ?? 'broken']
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${PRODUCT_NAME}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif; background: light-dark(#faf6ec, #16181d); color: light-dark(#1c2430, #f1ece0) }
main { max-width: 28rem; padding: 2rem; text-align: center; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
button { font: inherit; font-weight: 600; padding: .75rem 2rem; border: 0; border-radius: .5rem; background: #f5bd2e; color: #1c2430; cursor: pointer }
label { display: block; margin: 1rem 0; text-align: start; font-weight: 600 }
form + form { margin-top: 2rem; border-top: 1px solid; padding-top: 1rem }
input[type=password] { display: block; width: 100%; box-sizing: border-box; font: inherit; margin-top: .25rem; padding: .75rem; border: 1px solid; border-radius: .5rem; background: transparent; color: inherit }
[role=alert] { color: light-dark(#a4161a, #ff9a8d) }
button:focus-visible, input:focus-visible { outline: 3px solid light-dark(#1c2430, #f1ece0); outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${link?.asks === 'signup' ? texts.otherBrowser : link?.asks === 'magiclink' ? texts.codeInstead : body}</p>
${link?.account ? html`<p>${texts.account} <strong>${link.account}</strong></p>` : ''}
${link && link.asks !== 'magiclink' ? form({ ...link, asks: link.asks }, texts) : ''}
</main>
</body>
</html>
`
  return new Response(page, {
    status: link ? (link.problem?.status ?? 200) : 400,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Browsers hold the redirect after the form to form-action as well, so every place it may lead is named.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${redirects.origins.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // The page that the button leads to is in the language of the mail, too.
      ...(isChosen ? { 'set-cookie': languageCookie(language, { siteUrl }) } : {}),
    },
  })
}

type Form = Link & { asks: keyof (typeof en)['passwords'] | undefined }

function form({ token, type, redirect_to, asks, problem }: Form, texts: typeof en) {
  const hidden = html`<input type="hidden" name="token" value="${token}">
<input type="hidden" name="type" value="${type}">
${redirect_to === undefined ? '' : html`<input type="hidden" name="redirect_to" value="${redirect_to}">`}`
  const alert = problem ? html`<p role="alert">${texts.problems[problem.text]}</p>` : ''
  if (!asks)
    return html`${alert}<form method="post" action="verify">
${hidden}
<button type="submit" autofocus>${texts.next}</button>
</form>`
  const max = 2 * PASSWORD_MAX
  return html`${alert}<form method="post" action="verify">
${hidden}
<label>${texts.passwords[asks]} <input type="password" name="password" autocomplete="current-password" required maxlength="${max}" autofocus></label>
<button type="submit">${texts.next}</button>
</form>
${
  asks === 'signup'
    ? html`<form method="post" action="verify">
${hidden}
<label>${texts.newPassword} <input type="password" name="new_password" autocomplete="new-password" required maxlength="${max}" aria-describedby="rules"></label>
<p id="rules">${texts.newPasswordRules}</p>
<button type="submit">${texts.useNewPassword}</button>
</form>`
    : ''
}`
}
