import { startSink } from '../anchors/smtp.ts'
import { residentMb } from '../cpu.ts'
import { addRecipients, sendMailing } from '../mailing.ts'
import { code } from '../measured-code.ts'
import { type Scenario, value } from '../scenario.ts'

/** A tenth of it measures the same in two minutes: MILLION=100000 npm run bench -- --scenario mailing-million */
const MAILS = Number(process.env.MILLION ?? 1_000_000)
const NAME = `Townbell, ${MAILS.toLocaleString('en-US')} recipients`

export const scenario: Scenario = {
  question: 'Does memory stay flat while one mailing goes to a million recipients?',
  code: code.sending,
  sizes: ['S'],
  seconds: 0,
  mostRounds: 1,
  targets: [{ says: 'at most 200 MB', value: value('mb', NAME), atMost: 200 }],
  async open(bench) {
    const port = await startSink(bench)
    const product = await bench.product(bench.sizes[0]!, {
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'bell@example.org' },
    })
    const mails = bench.amount(MAILS, 40)
    bench.say(`adding ${mails} recipients`)
    await addRecipients(product, 0, mails)
    return [
      {
        name: NAME,
        async measure() {
          const seen = [residentMb(product.costs.node)]
          const timer = setInterval(() => {
            seen.push(residentMb(product.costs.node))
            if (seen.length % 30 === 0) bench.say(`${Math.round(seen.at(-1) ?? 0)} MB`)
          }, 1000)
          const sample = await sendMailing(product, 0, product.costs)
          clearInterval(timer)
          return { ...sample, mb: Math.max(...seen) }
        },
      },
    ]
  },
}
