// Reads files and plans imports in a thread: a file is whatever a stranger wrote, and reading it must not hold up anybody else.
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { TooMuchWork } from '#domain/event-import/work.ts'
import { importTurnTexts } from '#domain/texts/event-import.ts'
import { createSemaphore, type Semaphore } from '#runtime/semaphore.ts'
import { createThreads, ThreadLimit } from '#runtime/threads.ts'
import type { Answer, QuestionName, Questions } from './questions.ts'

/** Asks the thread about one file. Throws TooMuchWork, and an AppError for a file that cannot be read. */
export type AskThread = <Name extends QuestionName>(
  name: Name,
  question: Questions[Name]['ask'],
) => Promise<Questions[Name]['answer']>

export interface ImportThread {
  run<T>(work: (ask: AskThread) => Promise<T>): Promise<T>
  /**
   * Lets an account have one import at a time, from before its body is read. An account that sends many holds one place in the
   * queue and one file in memory.
   */
  inTurn<T>(account: string, work: () => Promise<T>): Promise<T>
}

/** A full file takes about a second; the rest is for a busy machine. */
const LIMIT_MS = seconds(20)
const HEAP_MB = 256
/** Each waits with its file in memory. */
const WAITING_MAX = 20
const WAITING_PER_ACCOUNT_MAX = 3

export function createImportThread(): ImportThread {
  const entry = new URL('./entry.js', import.meta.url)
  // One, because on a machine with two cores a second would slow pages down.
  const threads = createThreads({ entry, atOnce: 1, heapMb: HEAP_MB, limitMs: LIMIT_MS })
  const turns = new Map<string, Semaphore>()

  return {
    async run(work) {
      if (threads.waiting() >= WAITING_MAX) throw tooBusy(503)
      try {
        return await threads.run((ask) => work(async (name, question) => answered(await ask({ name, ...question }))))
      } catch (error) {
        throw error instanceof ThreadLimit ? new TooMuchWork() : error
      }
    },
    async inTurn(account, work) {
      const turn = turns.get(account) ?? createSemaphore(1)
      if (turn.waiting() >= WAITING_PER_ACCOUNT_MAX) throw tooBusy(429)
      turns.set(account, turn)
      return turn.run(work).finally(() => {
        if (turn.isFree()) turns.delete(account)
      })
    },
  }
}

function answered<Name extends QuestionName>(given: unknown): Questions[Name]['answer'] {
  const answer = given as Answer<Name>
  if ('value' in answer) return answer.value
  if ('tooMuch' in answer) throw new TooMuchWork()
  throw new AppError(answer.refused.code, 400, answer.refused.message)
}

function tooBusy(status: 429 | 503): AppError {
  const code = status === 429 ? 'over_request_rate_limit' : 'unavailable'
  return new AppError(code, status, importTurnTexts[status === 429 ? 'own' : 'all'], { retryAfter: 30 })
}
