import type { Clients } from '#web/api/clients.ts'

// Google's address picker, where a key is configured. Without a key, or when it fails to load, the field takes plain text.

export interface PickedAddress {
  address: string
  latitude: number | null
  longitude: number | null
}

/** The part of the API that is used here. */
interface Maps {
  places: {
    Autocomplete: new (input: HTMLInputElement, options: { types: string[]; fields: string[] }) => Autocomplete
  }
  event: { clearInstanceListeners: (target: object) => void }
}

interface Autocomplete {
  addListener: (event: 'place_changed', listener: () => void) => void
  getPlace: () => { formatted_address?: string; geometry?: { location?: { lat: () => number; lng: () => number } } }
}

/** Attaches the picker to an input. Returns a function that detaches it. */
export function pickAddresses(
  functions: Clients['functions'],
  input: HTMLInputElement,
  onPick: (picked: PickedAddress) => void,
): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  loadMaps(functions)
    .then((maps) => {
      if (stopped) return
      const options = { types: ['geocode', 'establishment'], fields: ['formatted_address', 'geometry'] }
      const picker = new maps.places.Autocomplete(input, options)
      picker.addListener('place_changed', () => {
        const { formatted_address, geometry } = picker.getPlace()
        const location = geometry?.location
        if (!formatted_address) return
        onPick({ address: formatted_address, latitude: location?.lat() ?? null, longitude: location?.lng() ?? null })
      })
      stop = () => maps.event.clearInstanceListeners(picker)
    })
    .catch((error: unknown) => console.debug('addresses cannot be looked up:', error))
  return () => {
    stopped = true
    stop?.()
  }
}

let loading: Promise<Maps> | undefined

function loadMaps(functions: Clients['functions']): Promise<Maps> {
  loading ??= load(functions).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(functions: Clients['functions']): Promise<Maps> {
  const { data, error } = await functions.invoke<{ apiKey: string }>('maps-key')
  if (error || !data) throw error
  const script = document.createElement('script')
  script.src = `https://maps.googleapis.com/maps/api/js?key=${encodeURIComponent(data.apiKey)}&libraries=places`
  script.async = true
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = () => reject(new Error('the maps script did not load'))
    document.head.append(script)
  })
  return (window as unknown as { google: { maps: Maps } }).google.maps
}
