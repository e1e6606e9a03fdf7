import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { messageFor } from '#web/api/server-messages.ts'

const TIMEOUT_MS = 60_000
/** Applies to a challenge without an expiry. */
const DEFAULT_LIFE_MS = 120_000
/** Expires a token early, so that a request sent with it arrives in time. */
const MARGIN_MS = 10_000

type Solved = { token: string; expiresInMs: number }

/** Fetches the challenge for a form and solves it. When rate limited, returns the server's message about when to retry. */
export async function solveCaptcha(
  key: string,
  action: string,
  controller: AbortController,
): Promise<Solved | { wait: string }> {
  const address = `/functions/v1/captcha-challenge?action=${action}`
  const response = await fetch(address, { headers: { apikey: key }, signal: controller.signal, cache: 'no-store' })
  if (response.status === 429) {
    const { error: message, code } = await response.json()
    const words = messageFor({ code, status: 429, message, retryAfter: response.headers.get('retry-after') })
    return { wait: words ?? '' }
  }
  if (!response.ok) throw new Error(`the captcha's challenge answered ${response.status}`)
  return solve(await response.json(), controller)
}

/** Solves a challenge in workers, off the main thread. */
export async function solve(challenge: Challenge, controller: AbortController): Promise<Solved> {
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(4, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
    createWorker: workerFor,
    timeout: TIMEOUT_MS,
  })
  if (!solution) throw new Error('the captcha was not solved in time')
  const { expiresAt } = challenge.parameters
  const life = expiresAt === undefined ? DEFAULT_LIFE_MS : expiresAt * 1000 - Date.now()
  return { token: btoa(JSON.stringify({ challenge, solution })), expiresInMs: Math.max(0, life - MARGIN_MS) }
}

function workerFor(algorithm: string): Worker {
  if (algorithm.startsWith('PBKDF2')) {
    return new Worker(new URL('./captcha-worker-pbkdf2.ts', import.meta.url), { type: 'module' })
  }
  return new Worker(new URL('./captcha-worker-sha.ts', import.meta.url), { type: 'module' })
}
