import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { useClients } from '#web/api/clients.ts'
import { accountKeys } from '#web/api/query-keys.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'

const texts = accountScreenTexts.sections.sessions.feeds
interface FeedLink {
  calendar_id: string
  created_at: string
  calendar_members: { calendars: { name: string } }
}

/** Lists the private links by which calendar apps read in this person's name, as a browser does in a session. */
export function FeedLinks() {
  const { rest } = useClients()
  const { data: links = [] } = useQuery({
    queryKey: accountKeys.feedLinks,
    queryFn: ({ signal }) =>
      dataOf<FeedLink[]>(
        rest
          .from('feed_links')
          .select('calendar_id, created_at, calendar_members(calendars(name))')
          .order('created_at', { ascending: false })
          .abortSignal(signal)
          .overrideTypes<FeedLink[], { merge: false }>(),
      ),
  })
  if (links.length === 0) return null
  return (
    <>
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">{texts.heading}</h3>
      <ul aria-label={texts.heading} className="divide-y divide-line">
        {links.map((link) => (
          <FeedLinkRow key={link.calendar_id} link={link} />
        ))}
      </ul>
    </>
  )
}

function FeedLinkRow({ link }: { link: FeedLink }) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const { calendar_id, created_at, calendar_members: member } = link
  const revoke = useMutation({
    mutationFn: () => dataOf(rest.from('feed_links').delete().eq('calendar_id', calendar_id)),
    onSuccess: () => toast(texts.revoked),
    onError: (error) => toast(errorToast(error, texts.failed)),
    onSettled: () => cache.invalidateQueries({ queryKey: accountKeys.feedLinks }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-56">
        <p id={`feed-${calendar_id}`} className="font-semibold wrap-anywhere">
          {member.calendars.name}
        </p>
        <p className="text-sm text-muted">{texts.created(createdOn.format(new Date(created_at)))}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        working={revoke.isPending}
        aria-describedby={`feed-${calendar_id}`}
        onClick={() => revoke.mutate()}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}

const createdOn = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium' })
