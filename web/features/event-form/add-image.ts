import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { functionFailure } from '#web/api/function-errors.ts'
import { cacheMemberImage } from '#web/api/member-image.ts'
import { imageFieldTexts } from '#web/features/events/texts.ts'
import { shrinkPicture } from './shrink-picture.ts'

const key = ['add-event-image']

/** Uploads an image and returns its name, for the event's column. The error's message can be shown as it is. */
export function useAddImage(calendarId: string) {
  const { functions } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: key,
    mutationFn: async (file: File): Promise<string> => {
      const picture = await shrinkPicture(file)
      const name = `add-event-image?calendar_id=${calendarId}`
      const { data, error } = await functions.invoke<{ image: string }>(name, { body: picture })
      if (error || !data) throw new Error((await functionFailure(error)).message ?? imageFieldTexts.failed.body)
      await cacheMemberImage(cache, calendarId, data.image, picture)
      return data.image
    },
  })
}

/** Returns whether an upload is running: the event is not saved before it ends. */
export function useIsAddingImage(): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}
