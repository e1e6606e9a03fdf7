import { useEffect, useRef, useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import type { PickedAddress } from './maps.ts'

/** Delays the request until typing pauses. */
const PAUSE_MS = 300
const LETTERS_MIN = 3

/** Looks up addresses that match the typed text. When the geocoder fails, there are simply no suggestions. */
export function useFoundAddresses(): { found: PickedAddress[]; lookUp: (text: string) => void } {
  const { functions } = useClients()
  const [found, setFound] = useState<PickedAddress[]>([])
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; controller: AbortController } | null>(null)

  function stop() {
    clearTimeout(pending.current?.timer)
    pending.current?.controller.abort()
    pending.current = null
  }

  function lookUp(text: string) {
    stop()
    if (text.trim().length < LETTERS_MIN) return setFound([])
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const options = { body: { query: text }, signal: controller.signal }
      const { data } = await functions.invoke<{ addresses: PickedAddress[] }>('find-address', options)
      if (!controller.signal.aborted) setFound(data?.addresses ?? [])
    }, PAUSE_MS)
    pending.current = { timer, controller }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: stop only touches the ref
  useEffect(() => stop, [])
  return { found, lookUp }
}
