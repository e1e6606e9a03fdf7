import { type QueryClient, useQuery } from '@tanstack/react-query'
import { imagePath } from '#domain/event-images.ts'
import { useClients } from './clients.ts'

// Pictures of events as members see them. A browser shows a picture without saying who asks, which is enough for a public
// calendar; of another the bytes are asked for, and shown as text.

interface ImageCalendar {
  id: string
  /** Not public. */
  disabled: boolean
}

const keyOf = (calendarId: string, image: string | null | undefined) => ['event-images', calendarId, image]

/** Where the picture is, for an `img`; undefined while it is on its way. */
export function useMemberImage(
  calendar: ImageCalendar | undefined,
  image: string | null | undefined,
): string | undefined {
  const { readFile } = useClients()
  const { id = '', disabled = false } = calendar ?? {}
  const { data } = useQuery({
    queryKey: keyOf(id, image),
    queryFn: async () => asText(await readFile(imagePath(id, image ?? ''))),
    enabled: disabled && Boolean(image),
    // What lies at an address never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? (disabled || !image ? undefined : imagePath(id, image))
}

/** One that was just added: nobody can ask for it before an event has it. */
export async function cacheMemberImage(
  cache: QueryClient,
  calendarId: string,
  image: string,
  file: Blob,
): Promise<void> {
  cache.setQueryData(keyOf(calendarId, image), await asText(file))
}

/** As a data: address, which the pages' policy allows. */
function asText(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
