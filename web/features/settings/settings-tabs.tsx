import type { ReactNode } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { calendarScreenTexts, formTexts } from '#web/features/calendars/texts.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useTabInUrl } from '#web/ui/use-tab-in-url.ts'
import { DangerZone } from './danger-zone.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { settingsTexts } from './settings-texts.ts'

const WebhooksSection = lazyExport(() => import('./webhooks-section.tsx'), 'WebhooksSection')

export interface GeneralPanels {
  /** The state of the calendar behind the external link. */
  external: ReactNode
  /** The preview of the template. */
  preview: ReactNode
}

interface SettingsTabsProps extends GeneralPanels {
  calendar: MyCalendar
  /** The tab that lets visitors suggest events. */
  suggestions: ReactNode
  /** The tab with the history and what can be restored. */
  history: ReactNode
  /** Called when the settings were saved or the form cancelled. */
  onClose: () => void
  onDeleted: () => void
}

/** All settings of a calendar. Its members are among the people. */
export function SettingsTabs({ calendar, onClose, onDeleted, suggestions, history, ...panels }: SettingsTabsProps) {
  return (
    <Tabs
      {...useTabInUrl()}
      label={calendarScreenTexts.calendarSettings}
      tabs={[
        {
          id: 'general',
          label: calendarScreenTexts.general,
          stays: true,
          content: <GeneralSettings {...{ calendar, onClose, ...panels }} isScreen />,
        },
        { id: 'suggestions', label: calendarScreenTexts.suggestions, content: suggestions },
        { id: 'webhooks', label: settingsTexts.webhooks, content: <WebhooksSection calendar={calendar} /> },
        { id: 'history', label: formTexts.history, content: history },
        dangerTab(calendar, onDeleted),
      ]}
    />
  )
}

/** Last and alone. */
export function dangerTab(calendar: MyCalendar, onDeleted: () => void) {
  return {
    id: 'danger',
    label: calendarScreenTexts.dangerZone,
    isApart: true,
    content: <DangerZone calendar={calendar} onDeleted={onDeleted} />,
  }
}
