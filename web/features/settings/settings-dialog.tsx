import { useState } from 'react'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type SettingsPanels, SettingsTabs } from './settings-tabs.tsx'

interface SettingsDialogProps extends SettingsPanels {
  /** Null is closed. */
  calendar: MyCalendar | null
  onClose: () => void
}

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
        // About the same height on every tab, so that the tabs stay under the pointer.
        <div className="sm:min-h-[60dvh]">
          <SettingsTabs calendar={calendar} onClose={onClose} onDeleted={onClose} onWorking={setWorking} {...panels} />
        </div>
      )}
    </Dialog>
  )
}
