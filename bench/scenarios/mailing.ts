import { nodemailer, smtpSource, startSink } from '../anchors/smtp.ts'
import { budgets } from '../budgets.ts'
import { addRecipients, sendMailing } from '../mailing.ts'
import { code } from '../measured-code.ts'
import { ratio, type Scenario, value } from '../scenario.ts'

const MAILS = 10_000

export const scenario: Scenario = {
  question:
    'How fast do 10,000 personal mails of 20 kB leave once their event is due, each written down in the ledger?',
  code: code.sending,
  sizes: ['S'],
  seconds: 0,
  targets: [
    { ...budgets.mailing.limits.smtpSource, value: ratio('perSecond', 'Townbell', 'smtp-source, 10 sessions') },
    { ...budgets.mailing.limits.nodemailer, value: ratio('perSecond', 'Townbell', 'nodemailer, pool of 10, html') },
    { ...budgets.mailing.limits.first, value: value('firstMs') },
  ],
  async open(bench) {
    const port = await startSink(bench)
    const product = await bench.product(bench.sizes[0]!, {
      // As many connections as those we are compared with.
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'bell@example.org', MAIL_CONNECTIONS: '10' },
    })
    const mails = bench.amount(MAILS, 40)
    await addRecipients(product, 0, mails)
    return [
      { name: 'Townbell', measure: () => sendMailing(product, 0, product.costs) },
      ...smtpSource(bench, port, mails),
      await nodemailer(bench, port, bench.amount(2000, 40)),
    ]
  },
}
