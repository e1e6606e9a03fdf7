import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { MyCalendar } from './calendar.ts'
import { DangerZone } from './danger-zone.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { calendarScreenTexts, formTexts } from './texts.ts'

interface SettingsDialogProps {
  /** Null is closed. */
  calendar: MyCalendar | null
  onClose: () => void
  /** The tab with the calendar's members. */
  members: ReactNode
  /** The tab with the calendar behind the external link. */
  external: ReactNode
  /** The tab with the history and what can be restored. */
  history: ReactNode
  /** The preview of the template. */
  preview: ReactNode
}

export function SettingsDialog({ calendar, onClose, members, external, history, preview }: SettingsDialogProps) {
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
          <Tabs
            label={calendarScreenTexts.calendarSettings}
            tabs={[
              {
                id: 'general',
                label: calendarScreenTexts.general,
                content: (
                  <GeneralSettings calendar={calendar} preview={preview} onClose={onClose} onWorking={setWorking} />
                ),
              },
              { id: 'members', label: formTexts.members, content: members },
              { id: 'external', label: calendarScreenTexts.externalCalendar, content: external },
              { id: 'history', label: formTexts.history, content: history },
              {
                id: 'danger',
                label: calendarScreenTexts.dangerZone,
                content: <DangerZone calendar={calendar} onDeleted={onClose} />,
              },
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}
