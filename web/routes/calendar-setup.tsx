import { Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { canManageRecipients, canOpenSettings } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { SettingsTabs } from '#web/features/settings/settings-tabs.tsx'
import { queueTexts } from '#web/features/suggestions/queue-texts.ts'
import { SuggestionSettings } from '#web/features/suggestions/suggestion-settings.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/calendar-setup.ts'

// Each belongs to a tab, which waits for it.
const CohostOffers = lazyExport(() => import('#web/features/cohosts/cohost-offers.tsx'), 'CohostOffers')
const ExternalCalendar = lazyExport(
  () => import('#web/features/event-import/external-calendar.tsx'),
  'ExternalCalendar',
)
const TemplatePreview = lazyExport(() => import('#web/features/mail-design/template-preview.tsx'), 'TemplatePreview')
const HistoryPanel = lazyExport(() => import('#web/features/history/history-panel.tsx'), 'HistoryPanel')
const MembersPanel = lazyExport(() => import('#web/features/members/members-panel.tsx'), 'MembersPanel')
const QueueScreen = lazyExport(() => import('#web/features/suggestions/queue-screen.tsx'), 'QueueScreen')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** A calendar's settings as a screen, and at /setup/suggestions what was suggested: one route, because every page loads the list of routes. */
export default function CalendarSetup() {
  const { section } = useParams()
  return section === 'suggestions' ? <Suggestions /> : <Settings />
}

function Suggestions() {
  return (
    <CalendarSection title={queueTexts.title} isAllowed={canManageRecipients}>
      {(calendar) => (
        <Suspense>
          <CohostOffers calendar={calendar} />
          <QueueScreen calendar={calendar} />
        </Suspense>
      )}
    </CalendarSection>
  )
}

/** The page of the settings; /settings is the dashboard with them in a dialog. */
function Settings() {
  const navigate = useNavigate()
  return (
    <CalendarSection title={frameTexts.settings} isAllowed={canOpenSettings}>
      {(calendar) => (
        <Card className="max-w-5xl p-4 sm:p-6">
          <SettingsTabs
            isScreen
            calendar={calendar}
            onClose={() => navigate(`/calendars/${calendar.id}`)}
            onDeleted={() => navigate('/dashboard')}
            preview={<TemplatePreview calendar={calendar} />}
            members={<MembersPanel calendar={calendar} />}
            external={<ExternalCalendar calendar={calendar} />}
            suggestions={<SuggestionSettings calendar={calendar} />}
            history={<HistoryPanel calendar={calendar} />}
          />
        </Card>
      )}
    </CalendarSection>
  )
}
