// townbell-letter: as somebody in town would write it. Large type, no ornament, the words of each event in full.
import { sheet, textSheet } from './sheet.ts'

export const letter = {
  id: 'townbell-letter',
  name: 'Letter',
  subject:
    '{{#if has_several}}{{event_count}} things {{when_lower}} in {{calendar.name}}{{else}}{{title}}, {{when_lower}}{{#unless all_day}} at {{start_time}}{{/unless}}{{/if}}',
  html: sheet(`<div style="font-size:18px;line-height:1.6">
<p style="margin:0 0 18px">{{#equals when "Today"}}Good morning{{else}}Good evening{{/equals}},</p>
<p style="margin:0 0 18px">here is what {{calendar.name}} has on {{date}}.</p>
{{#each events}}<h2 class="ink" style="margin:24px 0 4px;font-size:20px;color:#1c2430"><a href="{{url}}" style="color:inherit;text-decoration:none">{{title}}</a></h2>
<p style="margin:0 0 8px">{{category}}, {{time}}{{#if place}}, {{place}}{{/if}}.</p>
{{#each paragraphs}}<p style="margin:0 0 12px">{{this}}</p>
{{/each}}{{/each}}<p style="margin:24px 0 0"><a href="{{calendar.url}}" style="color:inherit">The whole calendar</a></p>
</div>`),
  text: textSheet(`{{#equals when "Today"}}Good morning{{else}}Good evening{{/equals}},

here is what {{calendar.name}} has on {{date}}.

{{#each events}}{{title}}
{{category}}, {{time}}{{#if place}}, {{place}}{{/if}}.
{{#each paragraphs}}
{{this}}
{{/each}}
{{/each}}The whole calendar: {{calendar.url}}
`),
}
