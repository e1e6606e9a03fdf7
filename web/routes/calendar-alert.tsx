import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { AlertKind } from '#domain/event-changes.ts'
import { canAddEvent } from '#domain/roles.ts'
import { AlertComposer } from '#web/features/alerts/alert-composer.tsx'
import { AlertResult } from '#web/features/alerts/alert-result.tsx'
import { HeldAlertScreen } from '#web/features/alerts/held-alert.tsx'
import { type HeldAlert, useSentAlert } from '#web/features/alerts/queries.ts'
import { composerTexts, heldTexts } from '#web/features/alerts/texts.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Route } from './+types/calendar-alert.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Writes an alert, or a follow-up to `event` in the URL; with `held` it shows its ten seconds, and with `sent` how it goes out. */
export default function CalendarAlert() {
  const [search] = useSearchParams()
  const asked = search.get('kind')
  const kind: AlertKind = asked === 'update' || asked === 'all_clear' ? asked : 'alert'
  const titles = { alert: composerTexts.title, update: composerTexts.update, all_clear: composerTexts.allClear }
  return (
    <CalendarSection
      title={titles[kind]}
      heading={({ name }) => composerTexts.titles[kind](name)}
      isAllowed={canAddEvent}
    >
      {(calendar) => (
        <Screen
          calendar={calendar}
          kind={kind}
          sent={search.get('sent')}
          held={search.get('held')}
          eventId={search.get('event')}
        />
      )}
    </CalendarSection>
  )
}

interface ScreenProps {
  calendar: MyCalendar
  kind: AlertKind
  sent: string | null
  held: string | null
  eventId: string | null
}

function Screen({ calendar, kind, sent, held, eventId }: ScreenProps) {
  const [, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<HeldAlert | null>(null)
  const { data: alert, error, refetch } = useSentAlert(calendar.id, eventId)
  const isNew = kind === 'alert' && sent === null
  if (held)
    return (
      <HeldAlertScreen
        key={held}
        calendar={calendar}
        id={held}
        onSent={({ event_id, mailing_id }) =>
          setSearch({ kind, event: event_id ?? '', sent: mailing_id ?? '' }, { replace: true })
        }
        onDraft={(taken) => {
          // An alert that was on the calendar already has no draft: it is there.
          if (taken.kind === 'alert' && taken.event_id) {
            toast(heldTexts.undone)
            return navigate(`/calendars/${calendar.id}`, { replace: true })
          }
          setDraft(taken)
          setSearch(taken.event_id ? { kind, event: taken.event_id } : { kind }, { replace: true })
        }}
      />
    )
  if (!isNew) {
    if (error) return <LoadError message={composerTexts.loadFailed} onRetry={refetch} />
    if (alert === undefined && eventId) return <Skeleton className="h-96 rounded-xl" />
    if (!alert || (!sent && !canFollow(alert))) return <p>{composerTexts.notAnAlert}</p>
    if (sent) return <AlertResult key={sent} calendarId={calendar.id} alert={alert} mailingId={sent} />
  }
  const leads = {
    alert: composerTexts.lead,
    update: composerTexts.updateLead(alert?.title ?? ''),
    all_clear: composerTexts.allClearLead(alert?.title ?? ''),
  }
  return (
    <>
      <p className="-mt-4 mb-5 text-muted wrap-anywhere">{leads[kind]}</p>
      <AlertComposer
        key={`${kind} ${eventId} ${draft?.id}`}
        calendar={calendar}
        kind={kind}
        first={isNew ? null : (alert ?? null)}
        draft={draft}
        onHeld={(id) => setSearch({ kind, held: id, ...(eventId && { event: eventId }) }, { replace: true })}
      />
    </>
  )
}

function canFollow({ category, status, alert_updates: updates }: NonNullable<ReturnType<typeof useSentAlert>['data']>) {
  return category === 'Alert' && status !== 'cancelled' && !updates.some(({ kind }) => kind === 'all_clear')
}
