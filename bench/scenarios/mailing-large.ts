import { startSink } from '../anchors/smtp.ts'
import { addRecipients, sendMailing } from '../mailing.ts'
import { code } from '../measured-code.ts'
import { ratio, type Scenario } from '../scenario.ts'

const MAILS = 10_000
const small = 'Townbell, 11,000 contacts stored'
const large = 'Townbell, 1,010,000 contacts stored'

export const scenario: Scenario = {
  question: 'Do 10,000 mails leave as fast from a database with a million contacts?',
  code: code.sending,
  sizes: ['S', 'L'],
  seconds: 0,
  targets: [{ says: '≥ 0.9 × the rate', value: ratio('perSecond', large, small), atLeast: 0.9 }],
  async open(bench) {
    const port = await startSink(bench)
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'bell@example.org' }
    const contenders = []
    for (const [name, size] of [
      [small, bench.sizes[0]!],
      [large, bench.sizes.at(-1)!],
    ] as const) {
      const product = await bench.product(size, { env })
      await addRecipients(product, 0, bench.amount(MAILS, 40))
      contenders.push({ name, measure: () => sendMailing(product, 0, product.costs) })
    }
    return contenders
  },
}
