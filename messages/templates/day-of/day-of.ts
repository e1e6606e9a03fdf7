// townbell-day-of: the default for new calendars. A heading, then each event with its time, place and description.
import type { Language } from '#domain/languages.ts'
import { row } from '../frame.ts'
import { textsIn } from '../texts-in.ts'
import {
  alsoRow,
  alsoText,
  badge,
  eventButtons,
  factLines,
  factText,
  headRow,
  rsvpButtons,
  rsvpText,
  sheet,
  textSheet,
} from './sheet.ts'

export function dayOf(language: Language) {
  const texts = textsIn[language]
  return {
    id: 'townbell-day-of',
    name: 'Today',
    subject: texts.dayOfSubject,
    html: sheet(
      `${headRow('{{date_heading}}', texts.countLine)}{{#each events}}${row(
        `${badge}
<h2 style="padding:8px 0 2px;font-size:22px;line-height:28px">{{title}}</h2>
<strong>{{time}}</strong>{{#if place}}<br>{{place}}{{/if}}${factLines}{{#each paragraphs}}<br><span class="faint">{{this}}</span>{{/each}}
${rsvpButtons(language)}<div style="height:14px;line-height:14px">&nbsp;</div>${eventButtons(language)}`,
        { style: `border-left:5px solid {{look.edge}}`, className: 'rule e{{category}}' },
      )}{{/each}}${alsoRow(language)}`,
      language,
    ),
    text: textSheet(
      `{{calendar.name}}
{{date_heading}}

{{#each events}}{{category_name}}: {{title}}
{{time}}
{{#if place}}{{place}}
{{/if}}${factText}{{#if link_url}}{{link_url}}
{{/if}}{{#each paragraphs}}
{{this}}
{{/each}}${rsvpText(language)}{{url}}

{{/each}}${alsoText(language)}`,
      language,
    ),
  }
}
