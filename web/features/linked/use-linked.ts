import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { siteLanguage } from '#domain/site-language.ts'
import { callAsGuest } from '#web/api/guest-call.ts'
import { useSettings } from '#web/api/settings.ts'
import { clearQuery } from '#web/ui/clear-query.ts'
import type { LinkedFlow } from './linked-flow.ts'

/** Reads what the link of a mail is for. The token is removed from the address as soon as it was used. */
export function useLinked<Found extends object>(flow: LinkedFlow) {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('t') ?? '')
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState(token ? null : flow.invalidLink)
  const [isRemoved, setIsRemoved] = useState(false)

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    callAsGuest<Found>(settings, flow.read, { token }, flow).then((read) => {
      if (isUnmounted) return
      setFound(read.data)
      setProblem(read.problem)
      if (read.data) clearQuery()
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, token, flow])

  /** Saves a form, or removes everything. */
  async function answer(form: object | 'remove') {
    const body = form === 'remove' ? { token, remove: true } : { token, ...form, language: siteLanguage }
    const answer = await callAsGuest<Found | { status: 'removed' }>(settings, flow.answer, body, flow)
    if (answer.data === null) return { saved: null, problem: answer.problem }
    const saved = 'status' in answer.data ? null : answer.data
    if (saved) setFound(saved)
    else setIsRemoved(true)
    return { saved, problem: null }
  }

  return { found, problem, isRemoved, answer }
}
