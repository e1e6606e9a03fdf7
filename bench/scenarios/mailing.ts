import { nodemailer, smtpSource, startSink } from '../anchors/smtp.ts'
import { addRecipients, sendMailing } from '../mailing.ts'
import { ratio, type Scenario, value } from '../scenario.ts'

const MAILS = 10_000
/** research/performance.md: measured once, 53 a second; not installable beside the suite. */
const MAILMAN = 53

export const scenario: Scenario = {
  question:
    'How fast do 10,000 personal mails of 20 kB leave once their event is due, each written down in the ledger?',
  sizes: ['S'],
  seconds: 0,
  targets: [
    { says: '≥ 0.25 × smtp-source', value: ratio('perSecond', 'Townbell', 'smtp-source, 10 sessions'), atLeast: 0.25 },
    { says: '≥ 2.5 × nodemailer', value: ratio('perSecond', 'Townbell', 'nodemailer, pool of 10, html'), atLeast: 2.5 },
    { says: '≥ 25 × Mailman 3', value: (all) => (value('perSecond')(all) ?? 0) / MAILMAN, atLeast: 25 },
    { says: 'the first within 1 s', value: value('firstMs'), atMost: 1000 },
  ],
  async open(bench) {
    const port = await startSink(bench)
    if (port === undefined) return []
    const town = await bench.town(bench.sizes[0]!, {
      // As many connections as those we are compared with.
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'bell@example.org', MAIL_CONNECTIONS: '10' },
    })
    await addRecipients(town, 0, MAILS)
    return [
      { name: 'Townbell', measure: () => sendMailing(town, 0, town.costs) },
      ...smtpSource(bench, port, MAILS),
      await nodemailer(bench, port, 2000),
    ]
  },
}
