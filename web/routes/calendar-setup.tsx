import { useNavigate } from 'react-router'
import { canOpenSettings } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { SettingsTabs } from '#web/features/settings/settings-tabs.tsx'
import { SuggestionSettings } from '#web/features/suggestions/suggestion-settings.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/calendar-setup.ts'

// Each belongs to a tab, which waits for it.
const ExternalCalendar = lazyExport(
  () => import('#web/features/event-import/external-calendar.tsx'),
  'ExternalCalendar',
)
const TemplatePreview = lazyExport(() => import('#web/features/mail-design/template-preview.tsx'), 'TemplatePreview')
const HistoryPanel = lazyExport(() => import('#web/features/history/history-panel.tsx'), 'HistoryPanel')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** The page of the settings; /settings is the dashboard with them in a dialog. */
export default function CalendarSetup() {
  const navigate = useNavigate()
  return (
    <CalendarSection title={frameTexts.settings} isAllowed={canOpenSettings}>
      {(calendar) => (
        <Card className="max-w-5xl p-4 sm:p-6">
          <SettingsTabs
            calendar={calendar}
            onClose={() => navigate(`/calendars/${calendar.id}`)}
            onDeleted={() => navigate('/dashboard')}
            preview={<TemplatePreview calendar={calendar} />}
            external={<ExternalCalendar calendar={calendar} />}
            suggestions={<SuggestionSettings calendar={calendar} />}
            history={<HistoryPanel calendar={calendar} />}
          />
        </Card>
      )}
    </CalendarSection>
  )
}
