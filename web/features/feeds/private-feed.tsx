import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { CopyField } from './copy-field.tsx'
import { privateTexts } from './texts.ts'

/** A member's own link. Offered where the calendar is not public, and wherever there is one to renew or revoke. */
export function PrivateFeed({ calendar }: { calendar: { id: string; disabled: boolean } }) {
  const { siteUrl } = useSettings()
  const { data: exists } = useHasLink(calendar.id)
  const { renew, revoke } = useFeedLink(calendar.id)
  if (!calendar.disabled && !exists) return null
  return (
    <section className="rounded-xl bg-sunk p-4">
      <h3 className="font-sans text-base font-semibold">{privateTexts.title}</h3>
      {renew.data ? (
        <div className="mt-2">
          <CopyField
            label={privateTexts.link}
            value={`${siteUrl}/feed/${renew.data}.ics`}
            hint={privateTexts.warning}
          />
        </div>
      ) : (
        <p className="mt-1 text-sm text-muted">{exists ? privateTexts.exists : privateTexts.disabled}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" working={renew.isPending} onClick={() => renew.mutate()}>
          {renew.isPending ? privateTexts.working : exists ? privateTexts.renew : privateTexts.make}
        </Button>
        {exists && (
          <Button variant="quiet" size="small" working={revoke.isPending} onClick={() => revoke.mutate()}>
            {revoke.isPending ? privateTexts.revoking : privateTexts.revoke}
          </Button>
        )}
      </div>
    </section>
  )
}

const keyOf = (calendarId: string) => ['feed-link', calendarId]

function useHasLink(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: keyOf(calendarId),
    queryFn: async ({ signal }) => {
      const links = rest.from('feed_links').select('calendar_id').eq('calendar_id', calendarId).abortSignal(signal)
      return (await dataOf<unknown[]>(links)).length > 0
    },
  })
}

function useFeedLink(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const changed = (exists: boolean) => cache.setQueryData(keyOf(calendarId), exists)
  const renew = useMutation({
    mutationFn: () => dataOf<string>(rest.rpc('renew_feed_link', { p_calendar_id: calendarId })),
    onSuccess: () => {
      changed(true)
      toast(privateTexts.made)
    },
    onError: (error) => toast(errorToast(error, privateTexts.failed)),
  })
  const revoke = useMutation({
    mutationFn: () => dataOf(rest.from('feed_links').delete().eq('calendar_id', calendarId)),
    onSuccess: () => {
      changed(false)
      renew.reset()
      toast(privateTexts.revoked)
    },
    onError: (error) => toast(errorToast(error, privateTexts.revokeFailed)),
  })
  return { renew, revoke }
}
