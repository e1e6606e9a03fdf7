// The mail about a week or several calendars: one line per event under the heading of its day or calendar.
import type { Language } from '#domain/languages.ts'
import { factLines, factText, rsvpButtons, rsvpText, sheet, textSheet } from '../day-of/sheet.ts'
import { button, masthead, row, TABLE } from '../frame.ts'
import { textsIn } from '../texts-in.ts'

export function digest(language: Language) {
  const texts = textsIn[language]
  return {
    subject: '{{subject}}',
    html: sheet(
      `${row(
        `${masthead('{{heading}}', '<br><span class="faint" style="font-size:13px;line-height:18px">{{product}}</span>')}
<h1 style="padding-top:16px;font-size:28px;line-height:34px">{{date}}</h1>`,
      )}{{#each sections}}${row(
        `<h2 style="padding-bottom:4px;font-size:19px;line-height:24px">{{#if url}}<a href="{{url}}">{{title}}</a>{{else}}{{title}}{{/if}}</h2>
${TABLE} width="100%">{{#each events}}<tr><td class="s{{category}}" valign="top" width="22" style="padding:8px 0">{{look.shape}}</td><td style="padding:8px 0"><a href="{{url}}" style="font-weight:600">{{title}}</a> <span class="faint" style="font-size:13px">{{category_name}}</span><br>{{time}}{{#if place}}, {{place}}{{/if}}${factLines}{{#if link_url}}<br><a href="{{link_url}}">{{link_text}}</a>{{/if}}{{#each paragraphs}}<br><span class="faint">{{this}}</span>{{/each}}${rsvpButtons(language)}</td></tr>{{/each}}</table>`,
        { className: 'rule' },
      )}{{/each}}{{#if calendar}}${row(button('{{calendar.url}}', texts.seeCalendar, 'bell'), { className: 'rule' })}{{/if}}`,
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
${factText}{{#if link_url}}{{link_url}}
{{/if}}{{#each paragraphs}}{{this}}
{{/each}}${rsvpText(language)}{{url}}
{{/each}}
{{/each}}{{#if calendar}}${texts.theCalendar}: {{calendar.url}}
{{/if}}`,
      language,
    ),
  }
}
