import { useNavigate } from 'react-router'
import { canOpenSettings } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendars/calendar-section.tsx'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { SettingsTabs } from '#web/features/calendars/settings-tabs.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { ExternalCalendar } from '#web/features/events/external-calendar.tsx'
import { TemplatePreview } from '#web/features/events/template-preview.tsx'
import { HistoryPanel } from '#web/features/history/history-panel.tsx'
import { MembersPanel } from '#web/features/members/members-panel.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import type { Route } from './+types/calendar-setup.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** A calendar's settings as a screen. Not at /settings, which is the dashboard with the settings in a dialog. */
export default function CalendarSetup() {
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
            history={<HistoryPanel calendar={calendar} />}
          />
        </Card>
      )}
    </CalendarSection>
  )
}
