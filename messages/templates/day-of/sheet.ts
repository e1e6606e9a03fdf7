// The layout that the built-in mails share, with the footer that the law requires. Each colour is set for light and for dark
// mode; categories are shown by name, never by colour alone.
import type { Language } from '#domain/languages.ts'
import { textsIn } from '../texts-in.ts'

export function sheet(body: string, language: Language): string {
  const texts = textsIn[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{#if calendar}}{{calendar.name}}: {{/if}}{{date}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .ground { background: #16181d !important } .sheet { background: #21252d !important }
  .ink, .ink a { color: #f1ece0 !important } .ink a.bell { color: #1c2430 !important } .faint, .faint a { color: #b9b3a6 !important }
  .rule { border-color: #3a404b !important }
}
@media (max-width: 480px) { .sheet { padding: 24px 18px !important } }
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#faf6ec">
<div role="article" aria-roledescription="email" aria-label="{{#if calendar}}{{calendar.name}}: {{/if}}{{date}}" lang="${language}" dir="auto" class="ground" style="background:#faf6ec;padding:24px 12px">
<div class="sheet ink" style="max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;color:#1c2430;border-radius:12px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:break-word">
${body}
</div>
<div class="faint" style="max-width:560px;margin:16px auto 0;padding:0 28px;color:#5b6472;font:13px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<p style="margin:0 0 8px">{{why}} <a href="{{preferences_url}}" style="color:inherit">${texts.choose}</a> · <a href="{{unsubscribe_url}}" style="color:inherit">${texts.unsubscribe}</a></p>
<p style="margin:0">${texts.sentWith} <a href="{{site_url}}" style="color:inherit">{{product}}</a>{{#if calendar}} ${texts.forCalendar} {{calendar.name}} (#{{calendar.identifier}}){{/if}}{{#if calendar.admin_email}}, <a href="{{calendar.admin_email_url}}" style="color:inherit">{{calendar.admin_email}}</a>{{/if}}<br>{{postal_address}}</p>
</div>
</div>
</body>
</html>
`
}

export function textSheet(body: string, language: Language): string {
  const texts = textsIn[language]
  return `${body}
--\u0020
{{why}}
${texts.choose}: {{preferences_url}}
${texts.unsubscribe}: {{unsubscribe_url}}
{{product}}, {{site_url}}{{#if calendar}}, ${texts.forCalendar} {{calendar.name}} (#{{calendar.identifier}}){{/if}}
{{postal_address}}
`
}
