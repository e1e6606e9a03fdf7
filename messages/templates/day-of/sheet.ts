// The layout that the built-in mails of mailings share, with the footer that the law requires. Categories are shown by shape and name,
// never by colour alone.
import type { Language } from '#domain/languages.ts'
import { button, frame, masthead, row, SANS, TABLE } from '../frame.ts'
import { textsIn } from '../texts-in.ts'

/** `rows` are those of the card, after the calendar's name if there is one calendar. */
export function sheet(rows: string, language: Language, { preheader = '{{preheader}}' } = {}): string {
  const texts = textsIn[language]
  const link = (url: string, label: string) => `<a href="${url}" style="font-weight:600">${label}</a>`
  return frame({
    language,
    title: '{{#if calendar}}{{calendar.name}}: {{/if}}{{date}}',
    preheader,
    rows,
    foot: `<p style="margin:0 0 8px">{{why}}{{#if calendar.admin_email}} ${texts.reply}{{/if}}</p>
<p style="margin:0 0 8px">${link('{{preferences_url}}', texts.choose)} &nbsp; ${link('{{unsubscribe_url}}', texts.unsubscribe)}{{#if calendar}} &nbsp; ${link('{{calendar.url}}', texts.followIt)}{{/if}}</p>
<p style="margin:0">${texts.sentWith} <a href="{{site_url}}">{{product}}</a>{{#if calendar}} ${texts.forCalendar} {{calendar.name}} (#{{calendar.identifier}}){{/if}}{{#if calendar.admin_email}}, <a href="{{calendar.admin_email_url}}">{{calendar.admin_email}}</a>{{/if}}<br>{{postal_address}}</p>`,
  })
}

/** The calendar's name, a heading and a line below it. */
export function headRow(heading: string, line: string): string {
  return row(
    `${masthead('{{calendar.name}}', '<br><span class="faint" style="font-size:13px;line-height:18px">{{calendar.city}}, {{calendar.state}}</span>')}
<h1 style="padding-top:16px;font-size:32px;line-height:38px">${heading}</h1><span class="faint">${line}</span>`,
  )
}

export const badge = '<span class="t t{{category}}">{{look.shape}} {{category_name}}</span>'

/** What there is to say of an event below its time and place, each on a line of its own. */
export const factLines = '{{#each facts}}<br>{{label}}: {{text}}{{/each}}'
export const factText = '{{#each facts}}{{label}}: {{text}}\n{{/each}}'

/** The buttons of an event: one filled, the others outlined. */
export function eventButtons(language: Language): string {
  const texts = textsIn[language]
  return `${button('{{url}}', texts.viewEvent, 'bell')}{{#if ics_url}}${button('{{ics_url}}', texts.addToCalendar)}{{/if}}{{#if map_url}}${button('{{map_url}}', texts.directions)}{{/if}}{{#if link_url}}${button('{{link_url}}', '{{link_text}}')}{{/if}}`
}

/** Asks whether the recipient comes, if the event asks. Each answer is confirmed on the page that it leads to. */
export function rsvpButtons(language: Language): string {
  const texts = textsIn[language]
  const cells = answersIn(language).map(
    ([answer, label]) => `<td><a href="{{rsvp_url}}&amp;a=${answer}">${label}</a></td>`,
  )
  return `{{#if rsvp_url}}<p style="padding:6px 0"><strong>{{#if is_full}}${texts.canWait}{{else}}${texts.willYouCome}{{/if}}</strong></p><table role="presentation" cellspacing="0" class="b r"><tr>${cells.join('')}</tr></table>{{else}}{{#if is_full}}<p><strong>${texts.full}</strong></p>{{/if}}{{/if}}`
}

export function rsvpText(language: Language): string {
  const texts = textsIn[language]
  const lines = answersIn(language).map(([answer, label]) => `${label}: {{rsvp_url}}&a=${answer}\n`)
  return `{{#if rsvp_url}}{{#if is_full}}${texts.canWait}{{else}}${texts.willYouCome}{{/if}}
${lines.join('')}{{else}}{{#if is_full}}${texts.full}
{{/if}}{{/if}}`
}

/** Of a full event, going is waiting. */
function answersIn(language: Language): [answer: string, label: string][] {
  const { answers, waitingList } = textsIn[language]
  return Object.entries({ ...answers, going: `{{#if is_full}}${waitingList}{{else}}${answers.going}{{/if}}` })
}

/** The next events of the calendar, and a link to it. */
export function alsoRow(language: Language): string {
  const texts = textsIn[language]
  return row(
    `{{#if also}}<h2 class="faint" style="padding-bottom:6px;font:600 13px/18px ${SANS}">${texts.alsoThisWeek}</h2>
${TABLE}>{{#each also}}<tr><td class="s{{category}}" valign="top" style="padding:5px 8px 5px 0">{{look.shape}}</td><td class="faint" valign="top" style="padding:5px 14px 5px 0">{{when}}</td><td valign="top" style="padding:5px 0"><a href="{{url}}" style="font-weight:600;text-decoration:none">{{title}}</a></td></tr>{{/each}}</table>
{{/if}}<a href="{{calendar.url}}" style="display:inline-block;padding:8px 0;font-weight:600">${texts.seeCalendar}</a>`,
    { style: `background:#fbf7ee;border-radius:0 0 12px 12px`, className: 'rule sunk' },
  )
}

export function alsoText(language: Language): string {
  const texts = textsIn[language]
  return `{{#if also}}${texts.alsoThisWeek}
{{#each also}}{{when}}: {{title}}
{{/each}}
{{/if}}${texts.theCalendar}: {{calendar.url}}
`
}

export function textSheet(body: string, language: Language): string {
  const texts = textsIn[language]
  return `${body}
--\u0020
{{why}}{{#if calendar.admin_email}} ${texts.reply}{{/if}}
${texts.choose}: {{preferences_url}}
${texts.unsubscribe}: {{unsubscribe_url}}
{{product}}, {{site_url}}{{#if calendar}}, ${texts.forCalendar} {{calendar.name}} (#{{calendar.identifier}}){{/if}}
{{postal_address}}
`
}
