import { type QueryClient, useQuery } from '@tanstack/react-query'
import { imagePath } from '#domain/event-images.ts'
import { useClients } from './clients.ts'
import { eventKeys } from './query-keys.ts'

// Event images for members. An <img> request carries no token, which is enough for a public calendar. The image of a private
// calendar is fetched with the token and shown as a data: URL.

interface ImageCalendar {
  id: string
  /** True for a calendar that is not public. */
  disabled: boolean
}

/** Returns the image's `src`; undefined while it loads. */
export function useMemberImage(
  calendar: ImageCalendar | undefined,
  image: string | null | undefined,
): string | undefined {
  const { readFile } = useClients()
  const { id = '', disabled = false } = calendar ?? {}
  const { data } = useQuery({
    queryKey: eventKeys.image(id, image),
    queryFn: async () => asText(await readFile(imagePath(id, image ?? ''))),
    enabled: disabled && Boolean(image),
    // The name contains a hash of the content, so the content never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? (disabled || !image ? undefined : imagePath(id, image))
}

/** Caches an image that was just uploaded: the server does not serve it before an event uses it. */
export async function cacheMemberImage(
  cache: QueryClient,
  calendarId: string,
  image: string,
  file: Blob,
): Promise<void> {
  cache.setQueryData(eventKeys.image(calendarId, image), await asText(file))
}

/** Returns the file as a data: URL, which the pages' content policy allows. */
function asText(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
