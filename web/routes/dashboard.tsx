import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useOutletContext, useParams } from 'react-router'
import { canOpenSettings } from '#domain/roles.ts'
import { hasJustConfirmed } from '#web/api/link-session.ts'
import { useTrial } from '#web/api/trial.ts'
import { ConfirmEmailBanner } from '#web/features/account/confirm-email-banner.tsx'
import { type MyCalendar, membershipIn } from '#web/features/calendars/calendar.ts'
import { NEW_EVENT } from '#web/features/calendars/new-event-form.ts'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { dashboardTexts } from '#web/features/calendars/texts.ts'
import { TransferOffers } from '#web/features/members/transfer-offers.tsx'
import { MyCalendars } from '#web/features/my-calendars/my-calendars.tsx'
import type { Person } from '#web/features/sign-in/signed-in-only.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import type { Route } from './+types/dashboard.ts'

const CreateCalendarDialog = lazyExport(
  () => import('#web/features/my-calendars/create-calendar-dialog.tsx'),
  'CreateCalendarDialog',
)
const SettingsDialog = lazyExport(() => import('#web/features/settings/settings-dialog.tsx'), 'SettingsDialog')
const ContactsDialog = lazyExport(() => import('#web/features/contacts/contacts-dialog.tsx'), 'ContactsDialog')
const MailingsDialog = lazyExport(() => import('#web/features/mailings/mailings-dialog.tsx'), 'MailingsDialog')
const LeaveDialog = lazyExport(() => import('#web/features/members/leave-dialog.tsx'), 'LeaveDialog')
const ExternalCalendar = lazyExport(
  () => import('#web/features/event-import/external-calendar.tsx'),
  'ExternalCalendar',
)
const SendTest = lazyExport(() => import('#web/features/mailings/send-test.tsx'), 'SendTest')
const StarterKitDialog = lazyExport(
  () => import('#web/features/event-import/starter-kit-dialog.tsx'),
  'StarterKitDialog',
)
const TemplatePreview = lazyExport(() => import('#web/features/mail-design/template-preview.tsx'), 'TemplatePreview')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ title: dashboardTexts.title, description: dashboardTexts.pageDescription, noIndex: true }, args)
}

type Dialog = 'kit' | 'recipients' | 'mailings' | 'settings' | 'leave'
type Open = { what: 'create' } | { what: Dialog; calendar: MyCalendar } | null

/** Shows My Calendars; /calendars/{id}/settings is the same screen with that calendar's settings open. */
export default function Dashboard() {
  const person = useOutletContext<Person>()
  const onTrial = useTrial(person.id)
  const [open, setOpen] = useState<Open>(null)
  const navigate = useNavigate()
  useFirstCalendar(() => setOpen({ what: 'create' }))
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
        banner={
          <>
            {!person.isEmailConfirmed && <ConfirmEmailBanner email={person.email} />}
            <TransferOffers userId={person.id} />
          </>
        }
        onCreate={() => setOpen({ what: 'create' })}
        onStarterKit={(calendar) => setOpen({ what: 'kit', calendar })}
        testButton={(button) => (
          <Suspense>
            <SendTest {...button} />
          </Suspense>
        )}
        onManageRecipients={(calendar) => setOpen({ what: 'recipients', calendar })}
        onOpenMailings={(calendar) => setOpen({ what: 'mailings', calendar })}
        onOpenSettings={(calendar) => setOpen({ what: 'settings', calendar })}
        onLeave={(calendar) => setOpen({ what: 'leave', calendar })}
      />
      <MountOnOpen open={open?.what === 'create'}>
        <CreateCalendarDialog
          open={open?.what === 'create'}
          onClose={close}
          onFirst={(id) => navigate(`/calendars/${id}?${NEW_EVENT}=1`)}
          person={person}
          onTrial={onTrial}
        />
      </MountOnOpen>
      <MountOnOpen open={open?.what === 'kit'}>
        <StarterKitDialog calendar={opened('kit')} onClose={close} />
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
          preview={settings && <TemplatePreview calendar={settings} />}
          external={settings && <ExternalCalendar calendar={settings} />}
        />
      </MountOnOpen>
    </>
  )
}

/** Whoever comes from the link that confirms their account, and has no calendar yet, came to create one. */
function useFirstCalendar(onCreate: () => void) {
  const isNewcomer = useMyCalendars().data?.length === 0 && hasJustConfirmed()
  const create = useEffectEvent(onCreate)
  useEffect(() => {
    if (isNewcomer) create()
  }, [isNewcomer])
}

/** Returns the calendar whose settings the URL names, if the person may open them. */
function useSettingsInUrl(userId: string) {
  const { id } = useParams()
  const navigate = useNavigate()
  const { data } = useMyCalendars()
  const calendar = data?.find((mine) => mine.id === id && canOpenSettings(membershipIn(mine, userId))) ?? null
  return { calendar, close: () => id && navigate('/dashboard', { replace: true }) }
}
