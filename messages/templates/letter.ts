// The layout of every letter: a heading, paragraphs, at most one button, and who we are. The HTML is plain enough for any mail
// program, and the text part says the same.
import Handlebars from 'handlebars'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Language } from '#domain/languages.ts'
import { inEachLanguage } from '../in-each-language.ts'
import { inLanguage } from '../mail-links.ts'
import { button, frame, initialsOf, masthead, row, TABLE } from './frame.ts'
import { textsIn } from './texts-in.ts'

export type Letter = {
  subject: string
  heading: string
  /** The paragraphs before and after the button. What strangers type into forms is mailed to nobody but admins, once it is confirmed. */
  before: string[]
  button?: { label: string; url: string }
  after: string[]
  /** Why the recipient gets this letter. */
  reason: string
  /** Good news: its head is green. */
  isGood?: true
}

export type Sender = {
  siteUrl: string
  supportEmail: string
  postalAddress: string
  /** The calendar that it comes from; the product, if there is none. */
  calendar?: { name: string; hasReplies: boolean } | null
}

export function renderLetter(
  letter: Letter,
  sender: Sender,
  language: Language = 'en',
): { subject: string; html: string; text: string } {
  const { brokenButton, reply } = textsIn[language]
  const { calendar } = sender
  const name = calendar?.name ?? PRODUCT_NAME
  const button = letter.button && { ...letter.button, url: inLanguage(letter.button.url, language) }
  const values = {
    ...letter,
    button,
    ...sender,
    product: PRODUCT_NAME,
    name,
    initials: initialsOf(name),
    reply: calendar?.hasReplies ? reply : '',
    isGood: letter.isGood ?? false,
    brokenButton,
  }
  return { subject: plainSubject(letter.subject), html: htmlSheet[language](values), text: textSheet(values) }
}

/** Breaks up "=?", which starts an encoded word: a mail program would decode typed text into something nobody typed. */
export function plainSubject(subject: string): string {
  return subject.replaceAll('=?', '= ?')
}

const htmlSheet = inEachLanguage((language) =>
  Handlebars.compile(
    frame({
      language,
      title: '{{subject}}',
      preheader: '{{#each before}}{{this}} {{/each}}',
      rows: `{{#if isGood}}${row(
        `<strong style="font-size:15px">✓</strong> &nbsp; {{name}}
<h1 style="padding:10px 0 6px;font-size:28px;line-height:34px;color:#ffffff">{{heading}}</h1>`,
        { style: 'background:#2f6350;color:#ffffff', className: 'clear band' },
      )}{{/if}}${row(`{{#unless isGood}}${masthead('{{name}}', '')}
<h1 style="padding:16px 0 12px;font-size:28px;line-height:34px">{{heading}}</h1>
{{/unless}}{{#each before}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}{{#if button}}${TABLE} width="100%"><tr><td style="padding:6px 0 12px">${button('{{button.url}}', '{{button.label}}', 'bell')}</td></tr></table>
<p class="faint" style="margin:0 0 16px;font-size:13px;line-height:20px">{{brokenButton}}<br><a href="{{button.url}}" style="word-break:break-all">{{button.url}}</a></p>
{{/if}}{{#each after}}<p style="margin:0 0 16px">{{this}}</p>
{{/each}}`)}`,
      foot: `<p style="margin:0 0 8px">{{reason}}{{#if reply}} {{reply}}{{/if}}</p>
<p style="margin:0">{{product}} · <a href="{{siteUrl}}">{{siteUrl}}</a> · <a href="mailto:{{supportEmail}}">{{supportEmail}}</a><br>{{postalAddress}}</p>`,
    }),
    { strict: true },
  ),
)

/** Not escaped: in plain text an apostrophe stays an apostrophe. */
const textSheet = Handlebars.compile(
  `{{heading}}

{{#each before}}{{this}}

{{/each}}{{#if button}}{{button.label}}:
{{button.url}}

{{/if}}{{#each after}}{{this}}

{{/each}}--\u0020
{{reason}}{{#if reply}} {{reply}}{{/if}}
{{product}}, {{siteUrl}}, {{supportEmail}}
{{postalAddress}}
`,
  { noEscape: true },
)
