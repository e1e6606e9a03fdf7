import { Switch } from '#web/ui/selection-controls.tsx'
import { type EmailPreference, useEmailPreferences, useSwitchEmail } from './email-preferences.ts'
import { emailTexts } from './texts.ts'

/** Switches a member's emails of one calendar on and off. */
export function EmailSwitch({ calendarId }: { calendarId: string }) {
  const { data } = useEmailPreferences()
  const preference = data?.find(({ calendar_id }) => calendar_id === calendarId)
  // Its place is there from the start, so that nothing moves when it arrives.
  return <div className="min-h-12">{preference && <One preference={preference} label={emailTexts.label} />}</div>
}

/** Switches the emails of each of a person's calendars on and off. */
export function EmailSwitches() {
  const { data } = useEmailPreferences()
  if (data?.length === 0) return <p className="text-muted">{emailTexts.noCalendars}</p>
  return (
    <ul className="space-y-3">
      {data?.map((preference) => (
        <li key={preference.calendar_id}>
          <One preference={preference} label={preference.member.calendar.name} />
        </li>
      ))}
    </ul>
  )
}

function One({ preference, label }: { preference: EmailPreference; label: string }) {
  const change = useSwitchEmail()
  const isOn = change.isPending ? change.variables.email_notifications : preference.email_notifications
  return (
    <Switch
      label={<span className="wrap-anywhere">{label}</span>}
      hint={label === emailTexts.label ? emailTexts.hint : undefined}
      checked={isOn}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate({ ...preference, email_notifications: target.checked })}
    />
  )
}
