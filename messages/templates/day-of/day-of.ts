// townbell-day-of: the default for new calendars. A heading, then each event with its time, place and description.
import type { Language } from '#domain/languages.ts'
import { textsIn } from '../texts-in.ts'
import { sheet, textSheet } from './sheet.ts'

export function dayOf(language: Language) {
  const texts = textsIn[language]
  return {
    id: 'townbell-day-of',
    name: 'Today',
    subject: texts.dayOfSubject,
    html: sheet(
      `<p class="faint" style="margin:0 0 4px;color:#5b6472;font-size:14px">{{calendar.name}}</p>
<h1 class="ink" style="margin:0 0 24px;font-size:24px;line-height:1.25;color:#1c2430">{{date_heading}}</h1>
{{#each events}}<div class="rule" style="margin:0 0 24px;padding:0 0 0 16px;border-left:4px solid #f5bd2e">
<p class="faint" style="margin:0;font-size:13px;font-weight:600;letter-spacing:.04em;color:#5b6472">{{category_name}}</p>
<h2 class="ink" style="margin:2px 0 4px;font-size:20px;line-height:1.3;color:#1c2430"><a href="{{url}}" style="color:inherit;text-decoration:none">{{title}}</a></h2>
<p style="margin:0 0 4px;font-weight:600">{{time}}</p>
{{#if place}}<p style="margin:0 0 4px">{{#if map_url}}<a href="{{map_url}}" style="color:inherit">{{place}}</a>{{else}}{{place}}{{/if}}</p>
{{/if}}{{#if link_url}}<p style="margin:0 0 4px"><a href="{{link_url}}" style="color:inherit">{{link_text}}</a></p>
{{/if}}{{#each paragraphs}}<p style="margin:8px 0 0">{{this}}</p>
{{/each}}</div>
{{/each}}<p style="margin:0"><a class="bell" href="{{calendar.url}}" style="display:inline-block;padding:12px 28px;background:#f5bd2e;color:#1c2430;font-weight:600;text-decoration:none;border-radius:8px">${texts.seeCalendar}</a></p>`,
      language,
    ),
    text: textSheet(
      `{{calendar.name}}
{{date_heading}}

{{#each events}}{{category_name}}: {{title}}
{{time}}
{{#if place}}{{place}}
{{/if}}{{#if link_url}}{{link_url}}
{{/if}}{{#each paragraphs}}
{{this}}
{{/each}}{{url}}

{{/each}}${texts.theCalendar}: {{calendar.url}}
`,
      language,
    ),
  }
}
