// The frame of every mail: a hidden first line for the inbox, a card on a ground, and what stands below it. Tables with widths, because
// Outlook for Windows lays out nothing else; colours for light and dark mode; no pictures, so nothing is blocked or fetched.
import type { EventCategory } from '#domain/categories.ts'
import type { Language } from '#domain/languages.ts'

/** Opens a table that only lays out. */
export const TABLE = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"'
export const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Shape, colour, soft ground. An alert is the only solid one. */
const looks: Record<EventCategory, { shape: string; ink: string; ground: string; dark: string; darkGround: string }> = {
  Event: { shape: '●', ink: '#1d5ba3', ground: '#e5eef9', dark: '#90bff5', darkGround: '#19283a' },
  Alert: { shape: '▲', ink: '#ffffff', ground: '#ac2219', dark: '#ffffff', darkGround: '#b3342a' },
  Notice: { shape: '■', ink: '#7c5200', ground: '#fbefd2', dark: '#f2c46f', darkGround: '#37290c' },
  FYI: { shape: '◆', ink: '#2f6350', ground: '#e1f0ea', dark: '#9bd3bb', darkGround: '#16302a' },
}

/** Returns how templates show a category. Its colours are in the style sheet: `t…` a badge, `e…` an edge, `s…` the shape. */
export function lookOf(category: EventCategory) {
  const { shape, ink, ground } = looks[category]
  return { shape, edge: category === 'Alert' ? ground : ink }
}

const categoryColours = (isDark: boolean) =>
  Object.entries(looks)
    .map(([name, look]) => {
      const [ink, ground] = isDark ? [look.dark, look.darkGround] : [look.ink, look.ground]
      const edge = name !== 'Alert' ? ink : isDark ? '#ffa198' : ground
      const mark = isDark ? '!important' : ''
      return `.t${name}{color:${ink}${mark};background:${ground}${mark}}.e${name}{border-left-color:${edge}${mark}}.s${name}{color:${edge}${mark}}`
    })
    .join('\n')

export type Frame = {
  language: Language
  /** Templates of the title, of the line that inboxes show beside the subject, of the rows of the card, and of what is below it. */
  title: string
  preheader: string
  rows: string
  foot: string
}

export function frame({ language, title, preheader, rows, foot }: Frame): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
h1,h2,h3{font-family:Fraunces,Georgia,'Times New Roman',serif;font-weight:600;letter-spacing:-.012em}
p,h1,h2,h3{margin:0}a{color:inherit}.faint{color:#575b64}.rule{border-top:1px solid #e4dac7}
.t{display:inline-block;padding:2px 10px;border-radius:12px;font-weight:600;font-size:13px;line-height:20px}
.b td{padding:0 8px 8px 0}.b a{display:block;padding:11px 17px;border:1px solid #8b826e;border-radius:8px;font-weight:600;font-size:15px;line-height:20px;text-decoration:none}.bell a{background:#f5b81c;border-color:#f5b81c;color:#211900}.red a{background:#ac2219;border-color:#ac2219;color:#fff}
${categoryColours(false)}
@media (max-width:480px){.edge{padding:0!important}.card{border-radius:0!important}.pad{padding-left:18px!important;padding-right:18px!important}.b{width:100%!important}.b a{text-align:center!important}.r a{padding-left:7px!important;padding-right:7px!important}h1{font-size:27px!important;line-height:33px!important}}
@media (prefers-color-scheme:dark){.ground{background:#100f0e!important}.card{background:#211f1c!important;border-color:#f5b81c #393630 #393630!important}.sunk{background:#1c1a18!important}.rule{border-color:#393630!important}
.ink,.ink h1,.ink h2,.ink h3,.ink a{color:#f4eee0!important}.faint,.faint a{color:#b9b2a3!important}.b a{border-color:#8a8375!important}.ink .bell a{color:#211900!important;border-color:#f5b81c!important}.ink .red a{color:#fff!important;border-color:#b3342a!important;background:#b3342a!important}.band{background:#b3342a!important}.clear.band{background:#2f6b56!important}.ink .band *{color:#fff!important}
${categoryColours(true)}}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3ecdc">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>
<div role="article" aria-roledescription="email" aria-label="${title}" lang="${language}" dir="auto">
${TABLE} width="100%" class="ground" style="background:#f3ecdc"><tr><td align="center" class="edge" style="padding:24px 12px">
<!--[if mso]>${TABLE} width="600"><tr><td><![endif]-->
${TABLE} width="100%" class="card ink" style="max-width:600px;background:#fffdf8;border:1px solid #e4dac7;border-top:5px solid #f5b81c;border-radius:12px;border-collapse:separate;text-align:left;color:#20242c;font:16px/24px ${SANS};overflow-wrap:anywhere">
${rows}</table>
${TABLE} width="100%" style="max-width:600px;text-align:left"><tr><td class="pad faint" style="padding:20px 28px;color:#575b64;font:13px/20px ${SANS};overflow-wrap:anywhere">
${foot}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`
}

/** A row of the card. */
export function row(body: string, { style = '', className = '' } = {}): string {
  return `<tr><td class="pad${className && ` ${className}`}" style="padding:22px 28px${style && `;${style}`}">${body}</td></tr>\n`
}

/** The tile with the initials, and the calendar's name beside it. The first heading of a mail follows. */
export function masthead(name: string, below: string): string {
  return `${TABLE}><tr><td width="44" height="44" align="center" style="width:44px;height:44px;border-radius:10px;background:#f5b81c;color:#211900;font:600 18px/44px Georgia,serif">{{initials}}</td><td style="padding-left:12px"><strong style="font:600 19px/24px Georgia,serif">${name}</strong>${below}</td></tr></table>`
}

/** A button of 44 pixels. As a floating table: it wraps on a narrow screen. Without the style sheet it is a link. */
export function button(url: string, label: string, kind: 'bell' | 'red' | 'plain' = 'plain'): string {
  const className = kind === 'plain' ? 'b' : `b ${kind}`
  return `<table role="presentation" align="left" cellspacing="0" class="${className}"><tr><td><a href="${url}">${label}</a></td></tr></table>`
}

/** "BH" for "Barton Hills Neighborhood". */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
