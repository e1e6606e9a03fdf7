// A mailing to many over a real mail server with TLS and sign-in, by a worker in a process of its own. What arrives is parsed as
// a mail program would parse it, and its signature verified.
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { optOutToken } from '#messages/mail-links.ts'
import { deliveryOf } from '#messages/verp.ts'
import { dkimProblem } from '#testing/dkim.ts'
import { linkSecret } from '#testing/sending-fixture.ts'
import { startSmtp, type Taken } from '#testing/smtp.ts'
import { openWorkerFixture } from './worker-fixture.ts'

export type ArrivalReport = {
  mails: number
  connections: number
  lost: number
  duplicates: number
  mostCopies: number
  /** Over TLS, by whoever signed in. */
  secure: number
  /** What was wrong with a mail, and with how many. */
  problems: Record<string, number>
  signed: number
  states: Record<string, number>
  seconds: number
  perSecond: number
}

export async function arriving({ mails, connections }: { mails: number; connections: number }): Promise<ArrivalReport> {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-arrivals-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(folder, 'dkim.pem')
  writeFileSync(keyFile, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const smtp = await startSmtp({ server: { disabledCommands: [], authOptional: false, maxClients: 1000 } })
  const workers = await openWorkerFixture({
    connections,
    smtp,
    settings: {
      SMTP_URL: `smtp://bell:right@127.0.0.1:${smtp.port}?requireTLS=true&tls.rejectUnauthorized=false`,
      SITE_URL: 'https://town.example',
      BOUNCE_ADDRESS: 'bounces@town.example',
      DKIM_DOMAIN: 'town.example',
      DKIM_SELECTOR: 'bell',
      DKIM_KEY_FILE: keyFile,
    },
  })
  try {
    const calendar = await workers.addMailing(mails)
    const worker = workers.startWorker()
    await workers.until(() => smtp.taken.length > 0, 60_000)
    const began = Date.now()
    await workers.until(() => workers.reached() >= mails, 280_000)
    const seconds = (Date.now() - began) / 1000
    worker.kill('SIGTERM')
    await worker.ended
    const problems: Record<string, number> = {}
    const publicKey = createPublicKey(privateKey)
    for (const taken of smtp.taken)
      for (const problem of await problemsOf(taken, calendar.id, publicKey))
        problems[problem] = (problems[problem] ?? 0) + 1
    const { lost, duplicates, mostCopies } = workers.counts()
    return {
      mails,
      connections,
      lost,
      duplicates,
      mostCopies,
      secure: smtp.taken.filter(({ secure, user }) => secure && user === 'bell').length,
      problems,
      signed: smtp.taken.filter(({ raw }) => dkimProblem(raw, publicKey) === null).length,
      states: await workers.states(),
      seconds: Math.round(seconds * 10) / 10,
      perSecond: Math.round(mails / seconds),
    }
  } finally {
    await workers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'dkim-signature',
  'from',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
].join()

async function problemsOf({ raw, to, from }: Taken, calendarId: string, publicKey: KeyObject): Promise<string[]> {
  const mail = await PostalMime.parse(raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const [email = ''] = to
  const button = new URL(/^<([^>]*)>/.exec(header('list-unsubscribe'))?.[1] ?? 'none:')
  const holds: Record<string, boolean> = {
    'headers, each once':
      mail.headers
        .map(({ key }) => key)
        .sort()
        .join() === HEADERS,
    'one recipient': to.length === 1 && mail.to?.length === 1 && mail.to[0]?.address === email,
    from: mail.from?.address === 'bell@town.example',
    subject: mail.subject === 'Today: Porch concert (Barton Hills)',
    date: Math.abs(Date.parse(header('date')) - Date.now()) < 3_600_000,
    'message-id': /^<[\w-]{32}@town\.example>$/.test(header('message-id')),
    'list-id': header('list-id') === `<${calendarId}.town.example>`,
    'one-click': header('list-unsubscribe-post') === 'List-Unsubscribe=One-Click',
    button: button.searchParams.get('t') === optOutToken({ linkSecret, calendarId, email }),
    'return path': deliveryOf(from, linkSecret) !== null && header('list-unsubscribe').includes(`<mailto:${from}?`),
    'auto-submitted': header('auto-submitted') === 'auto-generated',
    'both parts with address, reason and way out': [mail.text ?? '', mail.html ?? ''].every((part) =>
      [/Porch concert/, /1 Town Square/, /added your address to its list/, /\/opt-out\?t=[\w-]{80}/].every((words) =>
        words.test(part),
      ),
    ),
    'DKIM signature': dkimProblem(raw, publicKey) === null,
    'size and lines': raw.length < 100_000 && raw.split('\r\n').every((line) => line.length <= 998),
  }
  return Object.keys(holds).filter((name) => !holds[name])
}
