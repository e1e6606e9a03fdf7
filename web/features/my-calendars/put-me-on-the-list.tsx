import { startTexts } from '#web/features/calendars/frame-texts.ts'
import { Checkbox } from '#web/ui/selection-controls.tsx'

interface PutMeOnTheListProps {
  email: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}

/** The line, ticked at first, by which a leader's own address is the first recipient: an event needs one. */
export function PutMeOnTheList({ email, checked, onChange }: PutMeOnTheListProps) {
  return (
    <Checkbox
      label={<span className="wrap-anywhere">{startTexts.me(email)}</span>}
      hint={startTexts.meHint}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
