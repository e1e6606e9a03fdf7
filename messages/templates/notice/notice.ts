// The mail about events that changed since people were notified, or about an alert. A label such as CANCELLED comes first, so that
// nobody has to compare two mails.
import type { Language } from '#domain/languages.ts'
import { sheet, textSheet } from '../day-of/sheet.ts'
import { textsIn } from '../texts-in.ts'

export function notice(language: Language) {
  const texts = textsIn[language]
  return {
    subject: '{{subject}}',
    html: sheet(
      `<p class="faint" style="margin:0 0 20px;color:#5b6472;font-size:14px">{{calendar.name}}</p>
{{#each items}}<div class="rule" style="margin:0 0 24px;padding:0 0 0 16px;border-left:4px solid #b3261e">
<p class="ink" style="margin:0;font-size:14px;font-weight:700;letter-spacing:.06em;color:#1c2430">{{mark}}</p>
<h1 class="ink" style="margin:2px 0 6px;font-size:22px;line-height:1.3;color:#1c2430">{{title}}</h1>
{{#each lines}}<p style="margin:0 0 4px;font-weight:600">{{this}}</p>
{{/each}}{{#each paragraphs}}<p style="margin:8px 0 0">{{this}}</p>
{{/each}}</div>
{{/each}}<p style="margin:0"><a class="bell" href="{{calendar.url}}" style="display:inline-block;padding:12px 28px;background:#f5bd2e;color:#1c2430;font-weight:600;text-decoration:none;border-radius:8px">${texts.seeCalendar}</a></p>`,
      language,
    ),
    text: textSheet(
      `{{calendar.name}}

{{#each items}}{{mark}}: {{title}}
{{#each lines}}{{this}}
{{/each}}{{#each paragraphs}}
{{this}}
{{/each}}
{{/each}}${texts.theCalendar}: {{calendar.url}}
`,
      language,
    ),
  }
}
