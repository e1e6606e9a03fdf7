// A message from the Contact Us form, for the people at the support desk. Everything in it is a stranger's.
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
<p>Sent with the contact form of {{product}}. The name and the address are as typed, not verified. Reply to this mail to answer.</p>
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
Sent with the contact form of {{product}}. The name and the address are as typed, not verified. Reply to this mail to answer.
`,
  { noEscape: true, strict: true },
)
