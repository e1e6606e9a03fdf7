import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { eventImageTexts } from '#domain/texts/event-images.ts'
import { useClients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { cacheMemberImage } from '#web/api/member-image.ts'
import { shrinkPicture } from './shrink-picture.ts'

const key = ['add-event-image']

/** Answers the name under which events can have it. An error is a sentence. */
export function useAddImage(calendarId: string) {
  const { functions } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: key,
    mutationFn: async (file: File): Promise<string> => {
      const picture = await shrinkPicture(file)
      const name = `add-event-image?calendar_id=${calendarId}`
      const { data, error } = await functions.invoke<{ image: string }>(name, { body: picture })
      if (error || !data) throw new Error((await functionFailure(error)).message ?? eventImageTexts.failed.body)
      await cacheMemberImage(cache, calendarId, data.image, picture)
      return data.image
    },
  })
}

/** An event is not saved before its picture is there. */
export function useIsAddingImage(): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}
