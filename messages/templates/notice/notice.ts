// The mail about events that changed since people were notified, about an alert, or with a message to guests. A label such as CANCELLED comes first, so that
// nobody has to compare two mails.
import type { Language } from '#domain/languages.ts'
import { sheet, textSheet } from '../day-of/sheet.ts'
import { button, masthead, row } from '../frame.ts'
import { textsIn } from '../texts-in.ts'

export function notice(language: Language) {
  const texts = textsIn[language]
  return {
    subject: '{{subject}}',
    html: sheet(
      `{{#unless is_alert}}${row(masthead('{{calendar.name}}', ''))}{{/unless}}{{#each items}}{{#if is_alert}}${row(
        `<strong style="font-size:15px">{{sign}} {{mark}}</strong> &nbsp; {{../calendar.name}}
<h1 style="padding:10px 0 6px;font-size:32px;line-height:38px;color:#ffffff">{{title}}</h1>{{#unless is_update}}{{#each lines}}<div>{{this}}</div>{{/each}}{{/unless}}`,
        { style: 'background:{{band}};color:#ffffff', className: '{{#if is_over}}clear {{/if}}band' },
      )}${row(
        `{{#each paragraphs}}<p style="margin:0 0 12px;font-size:18px;line-height:28px">{{this}}</p>{{/each}}{{#if is_update}}{{#each lines}}<p class="faint" style="margin:0 0 12px">{{this}}</p>{{/each}}{{/if}}{{#if url}}{{#if is_over}}${button('{{url}}', texts.readWhatHappened)}{{else}}${button('{{url}}', texts.seeUpdates, 'red')}{{/if}}{{/if}}${button('{{../calendar.url}}', texts.seeCalendar)}{{#unless is_over}}<p class="faint" style="margin:14px 0 0">${texts.alertMore}</p>{{/unless}}`,
      )}{{else}}${row(
        `<strong style="font-size:14px;letter-spacing:.04em">{{mark}}</strong>
<h1 style="padding:4px 0 6px;font-size:26px;line-height:32px">{{title}}</h1>{{#each lines}}<div style="font-weight:600">{{this}}</div>{{/each}}
<div style="height:14px;line-height:14px">&nbsp;</div>{{#each paragraphs}}<p style="margin:0 0 12px;font-size:18px;line-height:28px">{{this}}</p>{{/each}}{{#if url}}${button('{{url}}', texts.viewEvent, 'bell')}{{/if}}${button('{{../calendar.url}}', texts.seeCalendar)}`,
        {
          style: `border-left:5px solid {{rule.color}}`,
          className: 'rule {{rule.class}}',
        },
      )}{{/if}}{{/each}}`,
      language,
    ),
    text: textSheet(
      `{{calendar.name}}

{{#each items}}{{#if is_message}}{{mark}}
{{title}}{{else}}{{mark}}: {{title}}{{/if}}
{{#unless is_update}}{{#each lines}}{{this}}
{{/each}}{{/unless}}{{#each paragraphs}}
{{this}}
{{/each}}{{#if is_update}}
{{#each lines}}{{this}}
{{/each}}{{/if}}
{{/each}}${texts.theCalendar}: {{calendar.url}}
`,
      language,
    ),
  }
}
