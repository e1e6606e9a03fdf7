// A message from the Contact Us form, for the support desk. Everything in it was typed by a stranger.
import Handlebars from 'handlebars'
import { PRODUCT_NAME } from '#domain/company.ts'
import { plainSubject } from './letter.ts'

export type SupportMessage = { first_name: string; last_name: string; email: string; subject: string; message: string }

export function supportMessage(message: SupportMessage): { subject: string; html: string; text: string } {
  const values = { ...message, product: PRODUCT_NAME, lines: message.message.split(/\r\n|\r|\n/) }
  const subject = plainSubject(`[${PRODUCT_NAME} contact] ${message.subject}`)
  return { subject, html: asHtml(values), text: asText(values) }
}

const asHtml = Handlebars.compile(
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>{{subject}}</title></head>
<body style="font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<p><strong>{{first_name}} {{last_name}}</strong> &lt;{{email}}&gt; wrote:</p>
<p><strong>{{subject}}</strong></p>
<p>{{#each lines}}{{this}}<br>
{{/each}}</p>
<hr>
<p>Sent from the {{product}} contact form. The name and address are not verified. Reply to this email to answer.</p>
</body>
</html>
`,
  { strict: true },
)

const asText = Handlebars.compile(
  `{{first_name}} {{last_name}} <{{email}}> wrote:

{{subject}}

{{#each lines}}{{this}}
{{/each}}
--\u0020
Sent from the {{product}} contact form. The name and address are not verified. Reply to this email to answer.
`,
  { noEscape: true, strict: true },
)
