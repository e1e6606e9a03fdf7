// townbell-agenda: one line per event, for calendars with many events in a day.
import type { Language } from '#domain/languages.ts'
import { textsIn } from '../texts-in.ts'
import { sheet, textSheet } from './sheet.ts'

export function agenda(language: Language) {
  const texts = textsIn[language]
  return {
    id: 'townbell-agenda',
    name: 'Agenda',
    subject: texts.agendaSubject,
    html: sheet(
      `<h1 class="ink" style="margin:0 0 4px;font-size:22px;line-height:1.25;color:#1c2430">{{date_heading}}</h1>
<p class="faint" style="margin:0 0 20px;color:#5b6472"><a href="{{calendar.url}}" style="color:inherit">{{calendar.name}}</a></p>
<ul style="margin:0;padding:0;list-style:none">
{{#each events}}<li class="rule" style="margin:0;padding:12px 0;border-top:1px solid #e4dcc8"><strong>{{start_time}}</strong> <a href="{{url}}" style="color:inherit;text-decoration:none">{{title}}</a> <span class="faint" style="color:#5b6472">({{category_name}})</span>{{#if place}}<br><span class="faint" style="color:#5b6472">{{place}}</span>{{/if}}{{#if link_url}}<br><a href="{{link_url}}" style="color:inherit">{{link_text}}</a>{{/if}}</li>
{{/each}}</ul>`,
      language,
    ),
    text: textSheet(
      `{{date_heading}}
{{calendar.name}}: {{calendar.url}}

{{#each events}}{{start_time}}  {{title}} ({{category_name}}){{#if place}}, {{place}}{{/if}}
{{#if link_url}}{{link_url}}
{{/if}}{{/each}}`,
      language,
    ),
  }
}
