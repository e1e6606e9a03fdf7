import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useSettings } from '#web/api/settings.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { CopyField } from './copy-field.tsx'
import { privateTexts } from './texts.ts'

/** Manages a member's private feed link. Shown for a private calendar, and wherever a link exists to renew or revoke. */
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

function useHasLink(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: accountKeys.feedLink(calendarId),
    queryFn: async ({ signal }) => {
      const links = rest.from('feed_links').select('calendar_id').eq('calendar_id', calendarId).abortSignal(signal)
      return (await dataOf<unknown[]>(links)).length > 0
    },
  })
}

function useFeedLink(calendarId: string) {
  const renew = useWrite({
    write: ({ rest }) => dataOf<string>(rest.rpc('renew_feed_link', { p_calendar_id: calendarId })),
    done: (_link, _input, cache) => {
      cache.setQueryData(accountKeys.feedLink(calendarId), true)
      toast(privateTexts.made)
    },
    failed: privateTexts.failed,
  })
  const revoke = useWrite({
    write: ({ rest }) => dataOf(rest.from('feed_links').delete().eq('calendar_id', calendarId)),
    done: (_rows, _input, cache) => {
      cache.setQueryData(accountKeys.feedLink(calendarId), false)
      renew.reset()
      toast(privateTexts.revoked)
    },
    failed: privateTexts.revokeFailed,
  })
  return { renew, revoke }
}
