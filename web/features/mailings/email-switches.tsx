import { useId } from 'react'
import { useNavigate } from 'react-router'
import { type Timing, textTimings } from '#domain/recipient-choices.ts'
import { invoke } from '#web/api/function-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import {
  type EmailPreference,
  useChooseReminder,
  useEmailPreferences,
  useReminders,
  useSwitchEmail,
} from './email-preferences.ts'
import { TextChoice } from './text-choice.tsx'
import { emailTexts } from './texts.ts'

/** Switches a member's emails of one calendar on and off. */
export function EmailSwitch({ calendarId }: { calendarId: string }) {
  const { data } = useEmailPreferences()
  const preference = data?.find(({ calendar_id }) => calendar_id === calendarId)
  // Its place is there from the start, so that nothing moves when it arrives.
  return <div className="min-h-26">{preference && <One preference={preference} label={emailTexts.label} />}</div>
}

/** Switches the emails of each of a person's calendars on and off. */
export function EmailSwitches() {
  const { data } = useEmailPreferences()
  if (data?.length === 0) return <p className="text-muted">{emailTexts.noCalendars}</p>
  return (
    <>
      <ul className="space-y-3">
        {data?.map((preference) => (
          <li key={preference.calendar_id}>
            <One preference={preference} label={preference.member.calendar.name} />
            <TextChoice calendar={{ id: preference.calendar_id, name: preference.member.calendar.name }} />
          </li>
        ))}
      </ul>
      {data?.some(({ email_notifications }) => email_notifications) && <MoreChoices />}
    </>
  )
}

/** Leads to the page that followers have, for the address of the account. It lists only calendars whose mails are on. */
function MoreChoices() {
  const navigate = useNavigate()
  const open = useWrite({
    write: (clients) => invoke<{ token: string }>(clients, 'my-preferences', {}),
    done: ({ token }) => navigate(`/preferences?p=${encodeURIComponent(token)}`),
    failed: emailTexts.failed,
  })
  return (
    <div className="mt-4">
      <Button variant="secondary" working={open.isPending} onClick={() => open.mutate()}>
        {emailTexts.more}
      </Button>
      <p className="mt-1.5 text-sm text-muted">{emailTexts.moreHint}</p>
    </div>
  )
}

function One({ preference, label }: { preference: EmailPreference; label: string }) {
  const change = useSwitchEmail()
  const isOn = change.isPending ? change.variables.email_notifications : preference.email_notifications
  return (
    <>
      <Switch
        label={<span className="wrap-anywhere">{label}</span>}
        hint={label === emailTexts.label ? emailTexts.hint : undefined}
        checked={isOn}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ ...preference, email_notifications: target.checked })}
      />
      {isOn && <When preference={preference} />}
    </>
  )
}

/** Chooses when the mails come. What was chosen with the link of a mail is shown too. */
function When({ preference: { calendar_id, member } }: { preference: EmailPreference }) {
  const id = useId()
  const { data } = useReminders()
  const choose = useChooseReminder()
  const chosen = data?.find((reminder) => reminder.calendar_id === calendar_id)?.timing
  if (!chosen) return null
  const timing = choose.isPending ? choose.variables.timing : chosen
  const offered = textTimings.includes(timing) ? textTimings : [...textTimings, timing]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {emailTexts.when}
      </label>
      <span className="min-w-0 grow basis-52 sm:max-w-sm">
        <Select
          id={id}
          aria-label={`${emailTexts.when}: ${member.calendar.name}`}
          value={timing}
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate({ calendar_id, timing: target.value as Timing })}
        >
          {offered.map((one) => (
            <option key={one} value={one} disabled={!textTimings.includes(one)}>
              {emailTexts.timings[one]}
            </option>
          ))}
        </Select>
      </span>
    </div>
  )
}
