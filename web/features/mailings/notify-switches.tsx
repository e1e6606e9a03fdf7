import { EmailSwitch } from './email-switches.tsx'
import { PushSwitch } from './push-switch.tsx'

/** How a member is notified of a calendar's events: by email, and in this browser. */
export function NotifySwitches({ calendarId }: { calendarId: string }) {
  return (
    <div className="space-y-4">
      <EmailSwitch calendarId={calendarId} />
      <PushSwitch />
    </div>
  )
}
