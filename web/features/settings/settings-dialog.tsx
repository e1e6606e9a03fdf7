import { useState } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { dangerTab, type GeneralPanels } from './settings-tabs.tsx'

interface SettingsDialogProps extends GeneralPanels {
  /** Null is closed. */
  calendar: MyCalendar | null
  onClose: () => void
}

/** What a calendar is, and its end. Everything else is on the screen of the settings. */
export function SettingsDialog({ calendar, onClose, ...panels }: SettingsDialogProps) {
  const [working, setWorking] = useState(false)
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      closable={!working}
      size="large"
      title={calendarScreenTexts.calendarSettings}
      description={calendar?.name}
    >
      {calendar && (
        // About the same height on both tabs, so that the tabs stay under the pointer.
        <div className="sm:min-h-[60dvh]">
          <Tabs
            label={calendarScreenTexts.calendarSettings}
            tabs={[
              {
                id: 'general',
                label: calendarScreenTexts.general,
                stays: true,
                content: <GeneralSettings {...{ calendar, onClose, ...panels }} onWorking={setWorking} />,
              },
              dangerTab(calendar, onClose),
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}
