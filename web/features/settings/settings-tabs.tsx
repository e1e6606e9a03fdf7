import type { ReactNode } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { calendarScreenTexts, formTexts } from '#web/features/calendars/texts.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { DangerZone } from './danger-zone.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { settingsTexts } from './settings-texts.ts'

const WebhooksSection = lazyExport(() => import('./webhooks-section.tsx'), 'WebhooksSection')

export interface SettingsPanels {
  /** The tab with the calendar's members. */
  members: ReactNode
  /** The tab with the calendar behind the external link. */
  external: ReactNode
  /** The tab that lets visitors suggest events. */
  suggestions: ReactNode
  /** The tab with the history and what can be restored. */
  history: ReactNode
  /** The preview of the template. */
  preview: ReactNode
}

interface SettingsTabsProps extends SettingsPanels {
  calendar: MyCalendar
  /** Called when the settings were saved or the form cancelled. */
  onClose: () => void
  onDeleted: () => void
  onWorking?: (working: boolean) => void
  /** A screen of its own, not a dialog. */
  isScreen?: boolean
}

export function SettingsTabs({ calendar, onClose, onDeleted, onWorking, isScreen, ...panels }: SettingsTabsProps) {
  return (
    <Tabs
      label={calendarScreenTexts.calendarSettings}
      tabs={[
        {
          id: 'general',
          label: calendarScreenTexts.general,
          stays: true,
          content: <GeneralSettings {...{ calendar, onClose, onWorking, isScreen }} preview={panels.preview} />,
        },
        { id: 'members', label: formTexts.members, content: panels.members },
        { id: 'external', label: calendarScreenTexts.externalCalendar, content: panels.external },
        { id: 'suggestions', label: calendarScreenTexts.suggestions, content: panels.suggestions },
        { id: 'webhooks', label: settingsTexts.webhooks, content: <WebhooksSection calendar={calendar} /> },
        { id: 'history', label: formTexts.history, content: panels.history },
        {
          id: 'danger',
          label: calendarScreenTexts.dangerZone,
          content: <DangerZone calendar={calendar} onDeleted={onDeleted} />,
        },
      ]}
    />
  )
}
