// The layout of every letter: a heading, paragraphs, at most one button, and who we are. The HTML is plain enough for any mail
// program, and the text part says the same.
import Handlebars from 'handlebars'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Language } from '#domain/languages.ts'
import { textsIn } from './texts-in.ts'

export type Letter = {
  subject: string
  heading: string
  /** The paragraphs before and after the button. Our own words only: what strangers type into forms is not mailed to others. */
  before: string[]
  button?: { label: string; url: string }
  after: string[]
  /** Why the recipient gets this letter. */
  reason: string
}

export type Sender = { siteUrl: string; supportEmail: string; postalAddress: string }

export function renderLetter(
  letter: Letter,
  sender: Sender,
  language: Language = 'en',
): { subject: string; html: string; text: string } {
  const { brokenButton } = textsIn[language]
  const values = { ...letter, ...sender, product: PRODUCT_NAME, language, brokenButton }
  return { subject: plainSubject(letter.subject), html: htmlSheet(values), text: textSheet(values) }
}

/** Breaks up "=?", which starts an encoded word: a mail program would decode typed text into something nobody typed. */
export function plainSubject(subject: string): string {
  return subject.replaceAll('=?', '= ?')
}

const htmlSheet = Handlebars.compile(
  `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: #16181d !important } .sheet { background: #21252d !important }
  .ink { color: #f1ece0 !important } .faint, .faint a { color: #b9b3a6 !important }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#faf6ec">
<div role="article" aria-roledescription="email" lang="{{language}}" class="ground" style="background:#faf6ec;padding:24px 12px">
<div class="sheet ink" style="max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;color:#1c2430;border-radius:12px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1c2430">{{heading}}</h1>
{{#each before}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}
{{#if button}}<p style="margin:24px 0"><a href="{{button.url}}" style="display:inline-block;padding:12px 28px;background:#f5bd2e;color:#1c2430;font-weight:600;text-decoration:none;border-radius:8px">{{button.label}}</a></p>
<p class="faint" style="margin:0 0 16px;font-size:14px;color:#5b6472">{{brokenButton}}<br><a href="{{button.url}}" style="color:inherit;word-break:break-all">{{button.url}}</a></p>
{{/if}}
{{#each after}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}
</div>
<div class="faint" style="max-width:560px;margin:16px auto 0;padding:0 28px;color:#5b6472;font:13px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<p style="margin:0 0 8px">{{reason}}</p>
<p style="margin:0">{{product}} · <a href="{{siteUrl}}" style="color:inherit">{{siteUrl}}</a> · <a href="mailto:{{supportEmail}}" style="color:inherit">{{supportEmail}}</a><br>{{postalAddress}}</p>
</div>
</div>
</body>
</html>
`,
  { strict: true },
)

/** Not escaped: in plain text an apostrophe stays an apostrophe. */
const textSheet = Handlebars.compile(
  `{{heading}}

{{#each before}}{{this}}

{{/each}}{{#if button}}{{button.label}}:
{{button.url}}

{{/if}}{{#each after}}{{this}}

{{/each}}--\u0020
{{reason}}
{{product}}, {{siteUrl}}, {{supportEmail}}
{{postalAddress}}
`,
  { noEscape: true },
)
