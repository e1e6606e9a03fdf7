import { useEffect, useRef, useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import type { PickedAddress } from './maps.ts'

/** After so long without a letter somebody wants to see what there is. */
const PAUSE_MS = 300
const LETTERS_MIN = 3

/** Addresses that match what is typed, from the town's own geocoder. Where it fails the field stays a field. */
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
