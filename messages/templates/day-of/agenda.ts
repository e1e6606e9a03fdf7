// townbell-agenda: one line per event, for calendars with many events in a day.
import type { Language } from '#domain/languages.ts'
import { row } from '../frame.ts'
import { textsIn } from '../texts-in.ts'
import { alsoRow, factLines, factText, headRow, rsvpButtons, rsvpText, sheet, textSheet } from './sheet.ts'

export function agenda(language: Language) {
  const texts = textsIn[language]
  return {
    id: 'townbell-agenda',
    name: 'Agenda',
    subject: texts.agendaSubject,
    html: sheet(
      `${headRow('{{date_heading}}', texts.countLine)}{{#each events}}${row(
        `<strong>{{start_time}}</strong> <a href="{{url}}" style="font-weight:600">{{title}}</a> <span class="s{{category}}" style="font-size:13px">{{look.shape}} {{category_name}}</span>{{#if place}}<br><span class="faint">{{place}}</span>{{/if}}${factLines}{{#if link_url}}<br><a href="{{link_url}}">{{link_text}}</a>{{/if}}${rsvpButtons(language)}`,
        { style: `padding-top:12px;padding-bottom:12px`, className: 'rule' },
      )}{{/each}}${alsoRow(language)}`,
      language,
    ),
    text: textSheet(
      `{{date_heading}}
{{calendar.name}}: {{calendar.url}}

{{#each events}}{{start_time}}  {{title}} ({{category_name}}){{#if place}}, {{place}}{{/if}}
${factText}{{#if link_url}}{{link_url}}
{{/if}}${rsvpText(language)}{{/each}}`,
      language,
    ),
  }
}
