// Two servers and two workers over one PostgreSQL. Visitors are sent to both in turn, as a proxy does; a mailing is on its way; then one
// server and one worker are killed. Requests to the dead server are sent to the other.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type LoadRequest, paceOf, type SendRate, send, tally } from './load.ts'
import { type ProgramFixture, withProgram } from './program-fixture.ts'
import { isAsItShould } from './visitors.ts'

export type ScaleOptions = { seconds: number; perSecond: number; mails: number }

export type ScaleReport = {
  /** Requests of a person who signed in at the first server, sent to the second. */
  knownToTheOther: number
  pace: { before: SendRate; after: SendRate }
  /** Retried at the other server. */
  sentOn: number
  answers: Record<string, Record<string, number>>
  /** Not as they should be, after having been sent on. */
  failed: number
  acknowledged: number
  lost: number
  doubled: number
  /** Before the kill and after it. */
  mails: { before: number; after: number; lost: number; doubled: number }
  states: Record<string, number>
}

export function scalingOut(options: ScaleOptions): Promise<ScaleReport> {
  // One address for both, as behind a proxy: it stands in every token.
  return withProgram({ twice: true, answerDelayMs: 5, env: { SITE_URL: 'http://town.example' } }, (program) =>
    run(program, options),
  )
}

async function run(program: ProgramFixture, { seconds, perSecond, mails }: ScaleOptions): Promise<ScaleReport> {
  const { workers, visitors, pool, processes } = program
  const [first, firstWorker, second] = processes as [Started, Started, Started]
  const proxy = createProxy([first.url, second.url])
  const whoAmI = untilKind('auth read', visitors.next)
  const known = await send(second.url, proxy.agent, whoAmI)

  const visiting = visit(proxy.request, perSecond, visitors.next)
  await sleep((seconds * 1000) / 2)
  await workers.addMailing(mails)
  await workers.until(() => workers.reached() > mails / 3, 120_000)
  const mailsBefore = workers.reached()
  const killedAt = performance.now()
  first.process.kill('SIGKILL')
  firstWorker.process.kill('SIGKILL')
  await sleep((seconds * 1000) / 2)
  const answers = await visiting.stop()
  await workers.until(async () => workers.reached() >= mails && isDone(await workers.states()), 180_000)
  proxy.agent.destroy()

  const counts = workers.counts()
  return {
    knownToTheOther: known.status,
    pace: {
      before: paceOf(answers.filter(({ at }) => at < killedAt)),
      after: paceOf(answers.filter(({ at }) => at >= killedAt)),
    },
    sentOn: proxy.sentOn(),
    answers: tally(answers),
    failed: answers.filter((answer) => !isAsItShould(answer)).length,
    ...(await visitors.writes(pool, answers)),
    mails: { before: mailsBefore, after: mails - mailsBefore, lost: counts.lost, doubled: counts.duplicates },
    states: await workers.states(),
  }
}

type Started = ProgramFixture['processes'][number]

/** Alternates between servers; retries at the other when one does not answer. */
function createProxy(urls: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  let turn = 0
  let again = 0
  return {
    agent,
    sentOn: () => again,
    async request(request: LoadRequest): Promise<Answer> {
      const [one, other] = turn++ % 2 === 0 ? urls : urls.toReversed()
      const answer = await send(one as string, agent, request)
      if (answer.status !== 0) return answer
      again++
      return send(other as string, agent, request)
    },
  }
}

function visit(request: (one: LoadRequest) => Promise<Answer>, perSecond: number, next: () => LoadRequest) {
  const underWay: Promise<Answer>[] = []
  const began = performance.now()
  const timer = setInterval(() => {
    while (underWay.length < ((performance.now() - began) / 1000) * perSecond) underWay.push(request(next()))
  }, 5)
  return {
    stop(): Promise<Answer[]> {
      clearInterval(timer)
      return Promise.all(underWay)
    },
  }
}

function untilKind(kind: string, next: () => LoadRequest): LoadRequest {
  for (;;) {
    const request = next()
    if (request.kind === kind) return request
  }
}

function isDone(states: Record<string, number>): boolean {
  return !states.planned && !states.claimed && !states.committing
}
