import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { whenWords } from '#domain/event-words.ts'
import { CalendarFinder } from '#web/features/linked/calendar-finder.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Cohost, useCohosts, useEnd, useHostedEvent, useInvite } from './cohosts.ts'
import { cohostTexts as texts } from './texts.ts'

/** Shows admins which calendars host an event, and lets them invite others or end it. */
export function CohostsScreen({ calendar, eventId }: { calendar: { id: string; time_zone: string }; eventId: string }) {
  const event = useHostedEvent(eventId)
  const cohosts = useCohosts(eventId)
  const end = useEnd()
  if (event.isPending || cohosts.isPending) return <Skeleton className="h-96 rounded-xl" />
  if (event.isError) return <LoadError message={texts.loadFailed.body} onRetry={event.refetch} />
  if (cohosts.isError) return <LoadError message={texts.loadFailed.body} onRetry={cohosts.refetch} />
  if (!event.data) return <p>{texts.notFound}</p>
  const home = cohosts.data.find(({ is_home }) => is_home)
  const homeName = home?.calendar_name ?? texts.hidden
  return (
    <div className="max-w-3xl">
      <p className="mb-4">
        <Link
          to={`/calendars/${calendar.id}/events/${eventId}`}
          className="inline-flex min-h-6 items-center gap-2 link"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {texts.back}
        </Link>
      </p>
      <h2 className="text-2xl wrap-anywhere">{event.data.title}</h2>
      <p className="mb-4 text-muted first-letter:uppercase">{whenWords(event.data, calendar.time_zone)}</p>
      <p className="mb-6 text-muted">
        {texts.lead} {event.data.series_id && texts.onlyDate}
      </p>
      <Card className="p-4 sm:p-6">
        <h3 className="text-xl">{texts.hosts}</h3>
        {cohosts.data.length === 0 && <p className="mt-2 text-muted">{texts.nobody}</p>}
        <ul className="mt-2 divide-y divide-line">
          {cohosts.data.map((cohost) => (
            <Host key={cohost.calendar_id} cohost={cohost} {...(home ? {} : { homeId: eventId })} />
          ))}
        </ul>
        {home ? (
          <div className="mt-4 space-y-3">
            <p>{texts.fromHome(homeName)}</p>
            <Button
              variant="secondary"
              working={end.isPending}
              onClick={() =>
                end.mutate({
                  homeId: home.event_id ?? '',
                  calendarId: calendar.id,
                  name: homeName,
                  state: 'accepted',
                })
              }
            >
              {texts.leave}
            </Button>
            <p className="text-sm text-muted">{texts.leaveHint}</p>
          </div>
        ) : (
          <Invite eventId={eventId} />
        )}
      </Card>
    </div>
  )
}

/** Without `homeId` it can only be seen. */
function Host({ cohost, homeId }: { cohost: Cohost; homeId?: string }) {
  const end = useEnd()
  const { calendar_id: calendarId, state } = cohost
  const name = cohost.calendar_name ?? texts.hidden
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{name}</p>
      <Badge variant={state === 'accepted' ? 'ok' : 'plain'}>{texts.states[state]}</Badge>
      {homeId && state !== 'declined' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={state === 'accepted' ? texts.endOf(name) : texts.takeBackOf(name)}
          working={end.isPending}
          onClick={() => end.mutate({ homeId, calendarId, name, state })}
        >
          {state === 'accepted' ? texts.end : texts.takeBack}
        </Button>
      )}
    </li>
  )
}

function Invite({ eventId }: { eventId: string }) {
  const invite = useInvite(eventId)
  return (
    <CalendarFinder
      texts={texts}
      listed={[]}
      working={invite.isPending}
      onPick={(number, done) => invite.mutate(number, { onSuccess: done })}
    />
  )
}
