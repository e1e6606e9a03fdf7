// townbell-letter: like a personal letter, in large type, with each event's full description.
import type { Language } from '#domain/languages.ts'
import { row } from '../frame.ts'
import { textsIn } from '../texts-in.ts'
import { rsvpButtons, rsvpText, sheet, textSheet } from './sheet.ts'

export function letter(language: Language) {
  const texts = textsIn[language]
  return {
    id: 'townbell-letter',
    name: 'Letter',
    subject: texts.letterSubject,
    html: sheet(
      row(
        `<div style="font-size:18px;line-height:29px">
<p style="margin:0 0 18px">{{#if is_today}}${texts.goodMorning}{{else}}${texts.goodEvening}{{/if}},</p>
<p style="margin:0 0 18px">${texts.letterIntro}</p>
{{#each events}}<h2 style="padding:12px 0 4px;font-size:22px;line-height:28px"><a href="{{url}}" style="text-decoration:none">{{title}}</a></h2>
<p style="margin:0 0 8px"><span class="s{{category}}">{{look.shape}}</span> {{category_name}}, {{time}}{{#if place}}, {{place}}{{/if}}.{{#each facts}} {{label}}: {{text}}.{{/each}}</p>
{{#if link_url}}<p style="margin:0 0 12px"><a href="{{link_url}}">{{link_text}}</a></p>
{{/if}}{{#each paragraphs}}<p style="margin:0 0 12px">{{this}}</p>
{{/each}}${rsvpButtons(language)}{{/each}}<p style="margin:24px 0 0"><a href="{{calendar.url}}">${texts.wholeCalendar}</a></p>
</div>`,
      ),
      language,
    ),
    text: textSheet(
      `{{#if is_today}}${texts.goodMorning}{{else}}${texts.goodEvening}{{/if}},

${texts.letterIntro}

{{#each events}}{{title}}
{{category_name}}, {{time}}{{#if place}}, {{place}}{{/if}}.{{#each facts}} {{label}}: {{text}}.{{/each}}
{{#if link_url}}{{link_url}}
{{/if}}{{#each paragraphs}}
{{this}}
{{/each}}${rsvpText(language)}
{{/each}}${texts.wholeCalendar}: {{calendar.url}}
`,
      language,
    ),
  }
}
