import { lazy, Suspense, useState } from 'react'
import { useNavigate, useOutletContext, useParams } from 'react-router'
import { canOpenSettings } from '#domain/roles.ts'
import { ConfirmEmailBanner } from '#web/features/account/confirm-email-banner.tsx'
import type { Person } from '#web/features/account/signed-in-only.tsx'
import { type MyCalendar, standingIn } from '#web/features/calendars/calendar.ts'
import { MyCalendars } from '#web/features/calendars/my-calendars.tsx'
import { useMyCalendars, useTrial } from '#web/features/calendars/queries.ts'
import { dashboardTexts } from '#web/features/calendars/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import type { Route } from './+types/dashboard.ts'

const CreateCalendarDialog = lazy(() =>
  import('#web/features/calendars/create-calendar-dialog.tsx').then((module) => ({
    default: module.CreateCalendarDialog,
  })),
)
const SettingsDialog = lazy(() =>
  import('#web/features/calendars/settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
)
const ContactsDialog = lazy(() =>
  import('#web/features/contacts/contacts-dialog.tsx').then((module) => ({ default: module.ContactsDialog })),
)
const MailingsDialog = lazy(() =>
  import('#web/features/mailings/mailings-dialog.tsx').then((module) => ({ default: module.MailingsDialog })),
)
const LeaveDialog = lazy(() =>
  import('#web/features/members/leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
)
const MembersPanel = lazy(() =>
  import('#web/features/members/members-panel.tsx').then((module) => ({ default: module.MembersPanel })),
)
const ExternalCalendar = lazy(() =>
  import('#web/features/events/external-calendar.tsx').then((module) => ({ default: module.ExternalCalendar })),
)
const HistoryPanel = lazy(() =>
  import('#web/features/history/history-panel.tsx').then((module) => ({ default: module.HistoryPanel })),
)
const TemplatePreview = lazy(() =>
  import('#web/features/events/template-preview.tsx').then((module) => ({ default: module.TemplatePreview })),
)

export function meta(args: Route.MetaArgs) {
  return pageMeta({ title: dashboardTexts.title, description: dashboardTexts.pageDescription, noIndex: true }, args)
}

type Dialog = 'recipients' | 'mailings' | 'settings' | 'leave'
type Open = { what: 'create' } | { what: Dialog; calendar: MyCalendar } | null

/** My Calendars; /calendars/{id}/settings is the same screen with that calendar's settings open. */
export default function Dashboard() {
  const person = useOutletContext<Person>()
  const onTrial = useTrial(person.id)
  const [open, setOpen] = useState<Open>(null)
  const settingsInUrl = useSettingsInUrl(person.id)
  const close = () => setOpen(null)
  const opened = (what: Dialog) => (open?.what === what ? open.calendar : null)
  const settings = opened('settings') ?? settingsInUrl.calendar
  const closeSettings = () => {
    close()
    settingsInUrl.close()
  }

  return (
    <>
      <MyCalendars
        person={person}
        onTrial={onTrial}
        banner={!person.isEmailConfirmed && <ConfirmEmailBanner email={person.email} />}
        onCreate={() => setOpen({ what: 'create' })}
        onManageRecipients={(calendar) => setOpen({ what: 'recipients', calendar })}
        onOpenMailings={(calendar) => setOpen({ what: 'mailings', calendar })}
        onOpenSettings={(calendar) => setOpen({ what: 'settings', calendar })}
        onLeave={(calendar) => setOpen({ what: 'leave', calendar })}
      />
      <MountOnOpen open={open?.what === 'create'}>
        <CreateCalendarDialog
          open={open?.what === 'create'}
          onClose={close}
          isEmailConfirmed={person.isEmailConfirmed}
          onTrial={onTrial}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'recipients'}>
        <ContactsDialog calendar={opened('recipients')} userId={person.id} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'mailings'}>
        <MailingsDialog calendar={opened('mailings')} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'leave'}>
        <LeaveDialog calendar={opened('leave')} userId={person.id} onClose={close} onLeft={close} />
      </MountOnOpen>
      <MountOnOpen open={settings !== null}>
        <SettingsDialog
          calendar={settings}
          onClose={closeSettings}
          preview={
            settings && (
              <Suspense>
                <TemplatePreview calendar={settings} />
              </Suspense>
            )
          }
          members={
            settings && (
              // Its own: the dialog around it must stay while the tab is downloaded.
              <Suspense>
                <MembersPanel calendar={settings} onTransferred={closeSettings} />
              </Suspense>
            )
          }
          external={
            settings && (
              <Suspense>
                <ExternalCalendar calendar={settings} />
              </Suspense>
            )
          }
          history={
            settings && (
              <Suspense>
                <HistoryPanel calendar={settings} />
              </Suspense>
            )
          }
        />
      </MountOnOpen>
    </>
  )
}

/** The calendar whose settings the address asks for, if they are the reader's to open. */
function useSettingsInUrl(userId: string) {
  const { id } = useParams()
  const navigate = useNavigate()
  const { data } = useMyCalendars()
  const calendar = data?.find((mine) => mine.id === id && canOpenSettings(standingIn(mine, userId))) ?? null
  return { calendar, close: () => id && navigate('/dashboard', { replace: true }) }
}
