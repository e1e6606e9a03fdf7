import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { FeedLinks } from './feed-links.tsx'

const texts = accountScreenTexts.sections.sessions
/** A signed-in browser, as /auth/v1/sessions returns it. */
interface SignedInBrowser {
  id: string
  device: string
  network: string | null
  last_seen_at: string
  is_current: boolean
  is_mfa_pending: boolean
}

export function SessionsSection() {
  const { callAuth } = useClients()
  const sessions = useQuery({
    queryKey: accountKeys.sessions,
    queryFn: async () => (await callAuth('GET', '/sessions')).json() as Promise<SignedInBrowser[]>,
  })
  if (sessions.isError) return <LoadError message={texts.loadFailed} onRetry={sessions.refetch} />
  if (!sessions.data) return <Skeleton className="h-16" />
  return (
    <>
      <ul aria-label={texts.heading} className="divide-y divide-line">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.data.length > 1 && <EndOthers />}
      <FeedLinks />
    </>
  )
}

function SessionRow({ session }: { session: SignedInBrowser }) {
  const { callAuth } = useClients()
  const end = useEnding(() => callAuth('DELETE', `/sessions/${session.id}`), texts.ended)
  const { id, device, network, last_seen_at, is_current, is_mfa_pending } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          <span id={`session-${id}`}>{device}</span> {is_current && <Badge variant="ok">{texts.here}</Badge>}
          {is_mfa_pending && <Badge>{texts.mfaPending}</Badge>}
        </p>
        <p className="text-sm text-muted">{texts.seen(seenAt.format(new Date(last_seen_at)), network)}</p>
      </div>
      {!is_current && (
        <Button
          variant="secondary"
          size="small"
          working={end.isPending}
          aria-describedby={`session-${id}`}
          onClick={() => end.mutate()}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const { auth } = useClients()
  const end = useEnding(async () => {
    const { error } = await auth.signOut({ scope: 'others' })
    if (error) throw error
  }, texts.othersEnded)
  return (
    <Button variant="secondary" className="mt-4" working={end.isPending} onClick={() => end.mutate()}>
      {texts.endOthers}
    </Button>
  )
}

function useEnding(mutationFn: () => Promise<unknown>, done: { title: string }) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => toast(done),
    onError: (error) => toast(errorToast(error, texts.endFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: accountKeys.sessions }),
  })
}

const seenAt = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium', timeStyle: 'short' })
