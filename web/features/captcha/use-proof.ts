import { useEffect, useRef } from 'react'
import { FOLLOW_FORM_MIN_MS } from '#domain/limits.ts'
import { type FunctionFailure, functionFailure } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import { useSettings } from '#web/api/settings.ts'

/** Waits a little longer than required, because clocks differ. */
const MARGIN_MS = 150

export interface Proof {
  /** Returns the proof to send with a request; undefined where the server requires none. */
  prove: () => Promise<string | undefined>
  /** Discards the proof, because each is valid once. */
  renew: () => void
}

/**
 * Solves a proof of work while the form is open, usually before anybody has typed a letter. The server also checks by it how
 * long the form was open, so a person who is too fast waits here instead of getting an error.
 */
export function useProof(calendarId: string, isOpen: boolean): Proof {
  const { publishableKey, captcha } = useSettings()
  const work = useRef<{ controller: AbortController; token: Promise<string> } | null>(null)

  const stop = () => {
    work.current?.controller.abort()
    work.current = null
  }

  const start = () => {
    const controller = new AbortController()
    const token = solve(publishableKey, calendarId, controller)
    // prove() reports the error; this only prevents an unhandled rejection.
    token.catch(() => {})
    work.current = { controller, token }
    return token
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: start and stop only touch the ref
  useEffect(() => {
    if (!isOpen || captcha.kind === 'none') return
    start()
    return stop
  }, [isOpen, captcha.kind, calendarId])

  return {
    prove: async () => (captcha.kind === 'none' ? undefined : (work.current?.token ?? start())),
    renew: stop,
  }
}

async function solve(key: string, calendarId: string, controller: AbortController): Promise<string> {
  const functions = createFunctions({ url: location.origin, key })
  const options = { body: { calendar_id: calendarId }, signal: controller.signal }
  const { data: challenge, error } = await functions.invoke('follow-challenge', options)
  if (error) throw error
  const fetched = performance.now()
  const { solve } = await import('#web/features/captcha/solve-captcha.ts')
  const { token } = await solve(challenge, controller)
  const rest = fetched + FOLLOW_FORM_MIN_MS + MARGIN_MS - performance.now()
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  return token
}

type Answer = { data: { status?: string } | null; failure: FunctionFailure | null }

/** Sends a request with a proof of work. Retries once if the server wants a new one: ours expired, or it got harder. */
export async function withProof(
  proof: Proof,
  send: (token: string | undefined) => Promise<{ data: unknown; error: unknown }>,
) {
  let answer: Answer = { data: null, failure: { code: null, message: null, status: null } }
  for (let tries = 0; tries < 2; tries++) {
    try {
      const { data, error } = await send(await proof.prove())
      answer = { data: data as Answer['data'], failure: error ? await functionFailure(error) : null }
    } catch (error) {
      // The challenge could not be loaded or solved.
      answer = { data: null, failure: await functionFailure(error) }
    }
    proof.renew()
    if (answer.failure?.code !== 'proof_required') break
  }
  return answer
}
