// The full runs, which take minutes, printed as counts. CI runs small ones (*.test.ts).
//   node tests/faults/run.ts arrivals --mails 10000                   a mailing over TLS, signed in and DKIM-signed, each mail parsed
//   node tests/faults/run.ts kills    --mails 10000 --kills 100       a worker is killed while one of each kind leaves; --term ends it
//   node tests/faults/run.ts stops    --mails 1000 --rounds 10        workers are frozen for three leases
//   node tests/faults/run.ts scale    --seconds 30 --rate 100         two servers, two workers, one of each is killed
//   node tests/faults/run.ts restarts --restarts 50 --rate 200        PostgreSQL is restarted; --whole: that of `npm start`, by itself
//   node tests/faults/run.ts rolling  --restarts 5 --rate 200         all processes are replaced by SIGHUP, after --seconds 5
//   node tests/faults/run.ts failover --restarts 20 --rate 60         PostgreSQL ends, and its standby is promoted
//   node tests/faults/run.ts patroni  --rounds 5 --rate 20            three PostgreSQLs under Patroni: switchover, kill, freeze, cut off from etcd
//   node tests/faults/run.ts point-in-time --mails 200               pgBackRest takes the database back to before a mailing
//   node tests/faults/run.ts pooler   --seconds 20 --rate 60          two servers behind a PgBouncer in transaction mode
//   node tests/faults/run.ts away     --seconds 180 --rate 200        PostgreSQL is gone; --frozen: it hangs
//   node tests/faults/run.ts disk     --seconds 30 --rate 100         the data folder has no room left; needs the right to mount
//   node tests/faults/run.ts lock     --seconds 30 --rate 200         a lock is held, and with it every connection
//   node tests/faults/run.ts slow     --clients 2000 --seconds 60     clients that send and read a byte at a time
//   node tests/faults/run.ts oversize --rounds 5 --megabytes 100      huge bodies, deep JSON, gzip bombs, headers past every limit
//   node tests/faults/run.ts clocks   --mails 200                     workers whose own clock is seconds, minutes or hours wrong
//   node tests/faults/run.ts mail     --mails 700                     a mail server that refuses, delays and greylists, each recipient in its way
//   node tests/faults/run.ts backups  --rounds 20 --mails 200         damaged backups
//   node tests/faults/run.ts soak     --seconds 1500 --rate 50        25 minutes of requests, and a mailing of --mails 500 every two minutes
import { parseArgs } from 'node:util'
import { smallDisk } from '#testing/small-disk.ts'
import { arriving } from './arrivals.ts'
import { beingAway } from './away.ts'
import { shiftingClocks } from './clocks.ts'
import { damagingBackups } from './damaged-backups.ts'
import { fillingDisk } from './disk.ts'
import { holdingLock } from './held-lock.ts'
import { killing } from './kills.ts'
import { answeringBadly } from './mail-faults.ts'
import { sendingTooMuch } from './oversize.ts'
import { failingOver } from './patroni.ts'
import { goingBack } from './point-in-time.ts'
import { type Pooler, pooling } from './pooler.ts'
import { withProgram } from './program-fixture.ts'
import { restarting } from './restarts.ts'
import { rolling } from './rolling.ts'
import { scalingOut } from './scaling.ts'
import { beingSlow } from './slow-clients.ts'
import { soaking } from './soak.ts'
import { stopping } from './stops.ts'

type Given = { number(name: string, usual: number): number; has(name: string): boolean }

const runs: Record<string, (given: Given) => Promise<object>> = {
  arrivals: ({ number }) => arriving({ mails: number('mails', 10_000), connections: number('connections', 4) }),
  kills: ({ number, has }) =>
    killing({
      mails: number('mails', 10_000),
      kills: number('kills', 100),
      connections: number('connections', 4),
      answerDelayMs: number('delay', 0),
      signal: has('term') ? 'SIGTERM' : 'SIGKILL',
    }),
  stops: ({ number }) =>
    stopping({ mails: number('mails', 1000), rounds: number('rounds', 10), workers: 10, stopMs: 90_000 }),
  scale: ({ number }) =>
    scalingOut({ seconds: number('seconds', 30), perSecond: number('rate', 100), mails: number('mails', 2_000) }),
  restarts: ({ number, has }) =>
    withProgram({ whole: has('whole'), answerDelayMs: 20 }, (program) => {
      const [restarts, perSecond, mails] = [number('restarts', 50), number('rate', 200), number('mails', 10_000)]
      return restarting(program, { restarts, perSecond, mails })
    }),
  failover: ({ number }) =>
    withProgram({ pair: true, answerDelayMs: 20 }, (program) => {
      const [restarts, perSecond, mails] = [number('restarts', 20), number('rate', 60), number('mails', 10_000)]
      return restarting(program, { restarts, perSecond, mails })
    }),
  patroni: ({ number }) =>
    failingOver({ rounds: number('rounds', 5), perSecond: number('rate', 20), mails: number('mails', 300) }),
  'point-in-time': ({ number }) => goingBack({ mails: number('mails', 200) }),
  rolling: ({ number }) =>
    withProgram({ whole: true, env: { SERVER_PROCESSES: '2', LOG_LEVEL: 'warn' } }, (program) =>
      rolling(program, {
        restarts: number('restarts', 5),
        perSecond: number('rate', 200),
        seconds: number('seconds', 5),
      }),
    ),
  pooler: ({ number }) =>
    withProgram({ twice: true, pooled: true, env: { SITE_URL: 'http://town.example' } }, (program) => {
      const [seconds, perSecond, mails] = [number('seconds', 20), number('rate', 60), number('mails', 500)]
      return pooling(program, program.pooler as Pooler, { seconds, perSecond, mails })
    }),
  away: ({ number, has }) =>
    withProgram({}, (program) =>
      beingAway(program, { seconds: number('seconds', 180), perSecond: number('rate', 200), frozen: has('frozen') }),
    ),
  disk: async ({ number }) => {
    const disk = smallDisk(number('megabytes', 400))
    if (!disk) throw new Error('No file system can be mounted here. Run it as root.')
    const [seconds, perSecond, mails] = [number('seconds', 30), number('rate', 100), number('mails', 2_000)]
    try {
      return await withProgram({ whole: true, folder: disk.folder, answerDelayMs: 20 }, (program) =>
        fillingDisk(program, { seconds, perSecond, mails, disk: disk.folder }),
      )
    } finally {
      disk.remove()
    }
  },
  clocks: ({ number }) => shiftingClocks({ mails: number('mails', 200) }),
  mail: ({ number }) => answeringBadly({ mails: number('mails', 700) }),
  backups: ({ number }) => damagingBackups({ rounds: number('rounds', 20), mails: number('mails', 200) }),
  soak: ({ number }) =>
    withProgram({ whole: true, answerDelayMs: 20 }, (program) =>
      soaking(program, {
        seconds: number('seconds', 1_500),
        perSecond: number('rate', 50),
        mails: number('mails', 500),
      }),
    ),
  lock: ({ number }) =>
    withProgram({ worker: false }, (program) =>
      holdingLock(program, { seconds: number('seconds', 30), perSecond: number('rate', 200) }),
    ),
  slow: ({ number }) =>
    withProgram({ worker: false }, (program) =>
      beingSlow(program, {
        clients: number('clients', 2_000),
        seconds: number('seconds', 60),
        perSecond: number('rate', 50),
      }),
    ),
  oversize: ({ number }) =>
    withProgram({ worker: false }, (program) =>
      sendingTooMuch(program, {
        rounds: number('rounds', 5),
        megabytes: number('megabytes', 100),
        perSecond: number('rate', 50),
      }),
    ),
}

const numbers = [
  'mails',
  'kills',
  'connections',
  'delay',
  'rounds',
  'restarts',
  'rate',
  'seconds',
  'megabytes',
  'clients',
]
const flags = ['term', 'whole', 'frozen']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries([
    ...numbers.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]),
})
const run = runs[positionals[0] ?? '']
if (!run) {
  console.error(`Which? ${Object.keys(runs).join(', ')}`)
  process.exit(2)
}
const words = values as Record<string, string | boolean | undefined>
const given: Given = { number: (name, usual) => Number(words[name] ?? usual), has: (name) => words[name] === true }
console.log(JSON.stringify(await run(given), null, 2))
