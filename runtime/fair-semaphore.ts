// Limits how many tasks run at once, and shares the places among callers: those who wait are served in turn by key, one of each,
// however many each has sent; and so are the people behind one key. A key that used much time lately waits until its share allows more.
import { LRUCache } from 'lru-cache'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { tooManyTries } from '#domain/texts/limits.ts'

export type FairOptions = {
  /** How many tasks run at once, of all keys and of one. */
  places: number
  perKey: number
  /** The time that one key may use. Several semaphores can have one allowance; then a key uses it up with all it does. */
  allowance?: Allowance
  /** What a task uses of the allowance, if not the time that it takes. */
  costMs?: number
  /** How many tasks may wait, of one key, of all and of one person, and how long. */
  waiting?: number
  waitingInAll?: number
  waitingPerPerson?: number
  waitMs?: number
  now?: () => number
}

export type AllowanceOptions = {
  /** The time that one key may use in the long run: 0.5 is half a second each second. */
  share: number
  /** The time in ms that a key may use up before its share counts. */
  burstMs: number
  now?: () => number
}

export type Allowance = {
  /** Returns the ms until a key may use more. */
  restOf(key: string): number
  charge(key: string, ms: number): void
}

export type FairSemaphore = {
  /** Runs `work` when it is the key's turn; at once without a key. Throws 429 or 503 where too many wait, or the wait is too long. */
  run<T>(key: string, work: () => Promise<T>, person?: string): Promise<T>
  /** Uses up some of the key's allowance, for what its work cost beyond its turn. */
  charge(key: string, ms: number): void
  /** Returns how many wait. */
  waiting(): number
}

type Caller = {
  key: string
  running: number
  queue: Waiting[]
  /** The number of the last turn of each person who waits or had one. */
  turns: Map<string, number>
}
type Waiting = { person: string; begin: () => void }
/** Time that a key used beyond its share, as it was at an instant. */
type Debt = { ms: number; at: number }

/** Keys whose use is remembered. */
const DEBTS_MAX = 10_000

export function createAllowance({
  share,
  burstMs,
  now = performance.now.bind(performance),
}: AllowanceOptions): Allowance {
  const debts = new LRUCache<string, Debt>({ max: DEBTS_MAX })
  return {
    restOf: (key) => Math.max(0, debtOf(key) - burstMs) / share,
    charge: (key, ms) => debts.set(key, { ms: debtOf(key) + ms, at: now() }),
  }

  function debtOf(key: string): number {
    const debt = debts.get(key)
    return debt ? Math.max(0, debt.ms - (now() - debt.at) * share) : 0
  }
}

export function createFairSemaphore(options: FairOptions): FairSemaphore {
  const { places, perKey, allowance, costMs, now = performance.now.bind(performance) } = options
  const { waiting: waitingMax = 64, waitingInAll = 1_000, waitingPerPerson = waitingMax, waitMs = seconds(5) } = options
  /** Callers that run or wait. */
  const callers = new Map<string, Caller>()
  /** Callers that wait, in the order of their turns. */
  let turns: Caller[] = []
  let free = places
  let waiting = 0
  let turn = 0
  let timer: NodeJS.Timeout | undefined

  return {
    async run(key, work, person = '') {
      if (key === '') return work()
      const caller = callers.get(key) ?? { key, running: 0, queue: [], turns: new Map() }
      callers.set(key, caller)
      if (free > 0 && caller.queue.length === 0 && mayStart(caller)) start(caller, person)
      else await turnOf(caller, person)
      const began = now()
      try {
        return await work()
      } finally {
        allowance?.charge(key, costMs ?? now() - began)
        free++
        caller.running--
        startNext()
        forgetIfIdle(caller)
      }
    },
    charge(key, ms) {
      if (key !== '') allowance?.charge(key, ms)
    },
    waiting: () => waiting,
  }

  function start(caller: Caller, person: string): void {
    free--
    caller.running++
    caller.turns.set(person, ++turn)
  }

  /** Waits for a turn, and returns when a place has been taken. */
  async function turnOf(caller: Caller, person: string): Promise<void> {
    const own = caller.queue.filter((one) => one.person === person).length
    if (own >= waitingPerPerson || caller.queue.length >= waitingMax) throw tooMany(caller)
    if (waiting >= waitingInAll) {
      forgetIfIdle(caller)
      throw busy()
    }
    if (caller.queue.length === 0) turns.push(caller)
    waiting++
    try {
      await new Promise<void>((resolve, reject) => {
        const tooLong = setTimeout(() => {
          caller.queue.splice(caller.queue.indexOf(waits), 1)
          if (caller.queue.length === 0) turns = turns.filter((one) => one !== caller)
          // Held back by what they did themselves, or by what others do.
          reject(mayStart(caller) ? busy() : tooMany(caller))
          forgetIfIdle(caller)
        }, waitMs)
        const begin = () => {
          clearTimeout(tooLong)
          resolve()
        }
        const waits = { person, begin }
        tooLong.unref()
        caller.queue.push(waits)
        startNext()
      })
    } finally {
      waiting--
    }
  }

  /** Gives free places to those who wait, in turn, and comes back when a share allows more. */
  function startNext(): void {
    while (free > 0) {
      const at = turns.findIndex(mayStart)
      if (at < 0) break
      const [caller] = turns.splice(at, 1) as [Caller]
      const { person, begin } = nextOf(caller)
      if (caller.queue.length > 0) turns.push(caller)
      start(caller, person)
      begin()
    }
    clearTimeout(timer)
    const inDebt = free > 0 ? turns.filter(({ running }) => running < perKey) : []
    if (inDebt.length > 0) timer = setTimeout(startNext, Math.min(...inDebt.map(({ key }) => restOf(key))) + 1)
  }

  /** Takes the first of the person whose last turn is longest ago. */
  function nextOf({ queue, turns }: Caller): Waiting {
    const lastTurns = queue.map(({ person }) => turns.get(person) ?? 0)
    const [next] = queue.splice(lastTurns.indexOf(Math.min(...lastTurns)), 1)
    return next as Waiting
  }

  function mayStart({ key, running }: Caller): boolean {
    return running < perKey && restOf(key) === 0
  }

  function restOf(key: string): number {
    return allowance?.restOf(key) ?? 0
  }

  function forgetIfIdle({ key, running, queue }: Caller): void {
    if (running === 0 && queue.length === 0) callers.delete(key)
  }

  function tooMany({ key }: Caller): AppError {
    const retryAfter = Math.max(1, Math.ceil(restOf(key) / 1000))
    return new AppError('over_request_rate_limit', 429, tooManyTries(retryAfter), { retryAfter })
  }
}

function busy(): AppError {
  return new AppError('unavailable', 503, 'The service is busy. Please try again in a moment.', { retryAfter: 2 })
}
