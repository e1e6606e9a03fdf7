// A mailing to a mail server that answers each recipient in a way of its own. What it took is sent, what it refused is not tried again, and
// nobody who was accepted gets a second copy.
import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '#domain/durations.ts'
import { type Answer, startSmtp } from '#testing/smtp.ts'
import { openWorkerFixture } from './worker-fixture.ts'

type Kind = {
  name: string
  onRcpt?: (attempt: number) => Answer | undefined
  onEnd?: (attempt: number) => Answer | undefined
  slowMs?: number
}

const no = (code: number, text: string): Answer => ({ code, text })
const kinds: Kind[] = [
  { name: 'taken' },
  { name: '451 once at RCPT', onRcpt: (attempt) => (attempt === 1 ? no(451, '4.3.0 later') : undefined) },
  { name: '451 once after the data', onEnd: (attempt) => (attempt === 1 ? no(451, '4.3.0 later') : undefined) },
  { name: '451 for ever', onRcpt: () => no(451, '4.7.1 greylisted') },
  { name: '550 5.1.1 at RCPT', onRcpt: () => no(550, '5.1.1 no such user') },
  { name: '550 5.7.1 at RCPT', onRcpt: () => no(550, '5.7.1 not authorized for this mailbox') },
  { name: '552 5.2.2 at RCPT', onRcpt: () => no(552, '5.2.2 full') },
  { name: '554 after the data', onEnd: () => no(554, '5.6.0 no') },
  { name: 'answers after 20 s', slowMs: seconds(20) },
]
/** Two of three are taken; slow ones are rare, or the run would take hours. */
function kindOf(address: string): Kind {
  const n = Number(/\d+/.exec(address)?.[0])
  const refusals = kinds.length - 2
  return kinds[n % 97 === 0 ? kinds.length - 1 : n % 3 === 0 ? 1 + ((n / 3) % refusals) : 0] as Kind
}

export type MailFaultReport = {
  mails: number
  seconds: number
  /** Of each kind: how many recipients are in which state, and how many second copies were accepted. */
  states: Record<string, Record<string, number>>
  secondCopies: number
  /** Accepted by the server, but not recorded as sent. */
  unrecorded: number
}

export async function answeringBadly({ mails }: { mails: number }): Promise<MailFaultReport> {
  const smtp = await startSmtp({
    keepRaw: false,
    server: { maxClients: 1000 },
    onRcpt: (address, attempt) => kindOf(address).onRcpt?.(attempt),
    async onEnd(address, attempt) {
      const { onEnd, slowMs = 0 } = kindOf(address)
      await sleep(slowMs)
      return onEnd?.(attempt)
    },
  })
  const workers = await openWorkerFixture({ smtp })
  try {
    const began = performance.now()
    await workers.addMailing(mails)
    const worker = workers.startWorker()
    const { pool } = workers.database
    const read = async () =>
      (await pool.query<{ address: string; state: string }>('select address, state from public.deliveries')).rows
    const isOpen = ({ address, state }: { address: string; state: string }) =>
      ['planned', 'claimed', 'committing'].includes(state) && kindOf(address).name !== '451 for ever'
    await workers.until(async () => {
      await sleep(seconds(1))
      const rows = await read()
      return rows.length === mails && !rows.some(isOpen)
    }, minutes(30))
    worker.kill('SIGTERM')
    await worker.ended
    const rows = await read()
    const states = Object.fromEntries(
      kinds.map(({ name }) => {
        const own = rows.filter(({ address }) => kindOf(address).name === name)
        return [name, countBy(own.map(({ state }) => state))]
      }),
    )
    const copies = countBy(smtp.taken.map(({ to }) => to[0] ?? ''))
    return {
      mails,
      seconds: Math.round((performance.now() - began) / 1000),
      states,
      secondCopies: smtp.taken.length - Object.keys(copies).length,
      unrecorded: rows.filter(({ address, state }) => copies[address] && state !== 'sent').length,
    }
  } finally {
    await workers.close()
  }
}

function countBy(words: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
