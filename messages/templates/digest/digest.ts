// The mail about a week or several calendars: one line per event under the heading of its day or calendar.
import type { Language } from '#domain/languages.ts'
import { sheet, textSheet } from '../day-of/sheet.ts'
import { textsIn } from '../texts-in.ts'

export function digest(language: Language) {
  const texts = textsIn[language]
  return {
    subject: '{{subject}}',
    html: sheet(
      `<h1 class="ink" style="margin:0 0 4px;font-size:24px;line-height:1.25;color:#1c2430">{{heading}}</h1>
<p class="faint" style="margin:0 0 20px;color:#5b6472">{{date}}</p>
{{#each sections}}<h2 class="ink" style="margin:24px 0 4px;font-size:18px;line-height:1.3;color:#1c2430">{{#if url}}<a href="{{url}}" style="color:inherit">{{title}}</a>{{else}}{{title}}{{/if}}</h2>
<ul style="margin:0;padding:0;list-style:none">
{{#each events}}<li class="rule" style="margin:0;padding:10px 0;border-top:1px solid #e4dcc8"><a href="{{url}}" style="color:inherit;font-weight:600;text-decoration:none">{{title}}</a> <span class="faint" style="color:#5b6472">({{category_name}})</span><br>{{time}}{{#if place}}, {{place}}{{/if}}{{#if link_url}}<br><a href="{{link_url}}" style="color:inherit">{{link_text}}</a>{{/if}}{{#each paragraphs}}<br><span class="faint" style="color:#5b6472">{{this}}</span>{{/each}}</li>
{{/each}}</ul>
{{/each}}{{#if calendar}}<p style="margin:24px 0 0"><a class="bell" href="{{calendar.url}}" style="display:inline-block;padding:12px 28px;background:#f5bd2e;color:#1c2430;font-weight:600;text-decoration:none;border-radius:8px">${texts.seeCalendar}</a></p>{{/if}}`,
      language,
    ),
    text: textSheet(
      `{{heading}}
{{date}}

{{#each sections}}{{title}}
{{#if url}}{{url}}
{{/if}}{{#each events}}
{{title}} ({{category_name}})
{{time}}{{#if place}}, {{place}}{{/if}}
{{#if link_url}}{{link_url}}
{{/if}}{{#each paragraphs}}{{this}}
{{/each}}{{url}}
{{/each}}
{{/each}}{{#if calendar}}${texts.theCalendar}: {{calendar.url}}
{{/if}}`,
      language,
    ),
  }
}
