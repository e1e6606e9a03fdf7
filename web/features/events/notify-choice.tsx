import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { noticeTexts } from './notice-texts.ts'

interface NotifyChoiceProps {
  /** How many people were notified of the event. */
  count: number
  value: boolean
  onChange: (notify: boolean) => void
}

/** Asks whether the people who know of an event are notified of its change. */
export function NotifyChoice({ count, value, onChange }: NotifyChoiceProps) {
  return (
    <RadioGroup legend={noticeTexts.legend(count)}>
      <Radio
        name="notify"
        checked={value}
        onChange={() => onChange(true)}
        label={noticeTexts.notify}
        hint={noticeTexts.notifyHint}
      />
      <Radio name="notify" checked={!value} onChange={() => onChange(false)} label={noticeTexts.silent} />
    </RadioGroup>
  )
}
