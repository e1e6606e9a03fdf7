import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import type { TokenScopeName } from '#domain/token-scopes.ts'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { accessTokenTexts as texts } from './access-token-texts.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

/** A token, as /auth/v1/access-tokens returns it. */
interface AccessToken {
  id: string
  name: string
  calendar_ids: string[] | null
  can_write: boolean
  can_see_contacts: boolean
  scopes: TokenScopeName[]
  expires_at: string
  last_used_at: string | null
}

/** Lists the tokens by which programs act in this person's name. */
export function AccessTokensSection() {
  const { callAuth } = useClients()
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const tokens = useQuery({
    queryKey: accountKeys.accessTokens,
    queryFn: async () => (await callAuth('GET', '/access-tokens')).json() as Promise<AccessToken[]>,
  })
  if (tokens.isError) return <LoadError message={texts.loadFailed} onRetry={tokens.refetch} />
  if (!tokens.data) return <Skeleton className="h-16" />
  return (
    <>
      {tokens.data.length > 0 && (
        <ul aria-label={texts.list} className="mb-5 divide-y divide-line">
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {texts.create}
        </Button>
        <a href="/docs" className="inline-block py-2 font-semibold underline underline-offset-4">
          {texts.docs}
        </a>
      </div>
      <NewTokenDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onCreated={() => cache.invalidateQueries({ queryKey: accountKeys.accessTokens })}
      />
    </>
  )
}

function TokenRow({ token }: { token: AccessToken }) {
  const { callAuth } = useClients()
  const cache = useQueryClient()
  const { id, name, calendar_ids, can_write, can_see_contacts, scopes, expires_at, last_used_at } = token
  const revoke = useMutation({
    mutationFn: () => callAuth('DELETE', `/access-tokens/${id}`),
    onSuccess: () => toast(texts.revoked),
    onError: (error) => toast(errorToast(error, texts.revokeFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: accountKeys.accessTokens }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          <span id={`token-${id}`}>{name}</span> {Date.parse(expires_at) < Date.now() && <Badge>{texts.expired}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {texts.scope(calendar_ids?.length ?? null, can_write, can_see_contacts, scopes)}
        </p>
        <p className="text-sm text-muted">
          {texts.used(last_used_at && usedAt.format(new Date(last_used_at)), expiresOn.format(new Date(expires_at)))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        working={revoke.isPending}
        aria-describedby={`token-${id}`}
        onClick={() => revoke.mutate()}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}

const usedAt = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium', timeStyle: 'short' })
const expiresOn = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium' })
