import { useRef, useState } from 'react'
import { quickAddTexts } from '#web/features/events/texts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { clockTime, longDay } from '../../../domain/date-words.ts'
import { dayInZone, instantAt } from '../../../domain/dates.ts'
import { ruleOfChoice } from '../../../domain/recurrence/choice.ts'
import { ruleWords } from '../../../domain/recurrence/words.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import { type FindDates, fillDraft, type QuickEvent, readSentence } from './quick-add.ts'
import type { EventFormState } from './use-event-form.ts'

const filled = ['title', 'day', 'startTime', 'endDay', 'endTime', 'category', 'location_name', 'repeat'] as const

interface QuickAddFieldProps {
  form: EventFormState
  zone: string
  onRepeat: () => void
}

/** Fills the form from one sentence, on the device. What it understood is shown as chips that lead to their fields. */
export function QuickAddField({ form, zone, onRepeat }: QuickAddFieldProps) {
  const [read, setRead] = useState<QuickEvent | null>(null)
  const before = useRef(form.getValues())
  const sentence = useRef('')

  async function onChange(event: React.ChangeEvent<HTMLInputElement>) {
    if (sentence.current === '') before.current = form.getValues()
    sentence.current = event.target.value
    const findDates = await loadFindDates()
    const now = readSentence(sentence.current, dayInZone(Date.now(), zone), findDates, before.current.day)
    const draft = fillDraft(before.current, now)
    for (const name of filled) form.setValue(name, draft[name], { shouldDirty: true })
    if (now.repeat) onRepeat()
    setRead(now)
  }

  const draft = form.watch()
  const chips = read ? chipsOf(read, draft) : []
  return (
    <div className="mb-5 space-y-2">
      <InputField
        label={quickAddTexts.label}
        hint={quickAddTexts.hint}
        placeholder={quickAddTexts.placeholder}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => void onChange(event)}
      />
      {chips.length > 0 && (
        <ul aria-label={quickAddTexts.chips} className="flex flex-wrap gap-2">
          {chips.map(([name, words]) => (
            <li key={name}>
              <button
                type="button"
                className="min-h-8 rounded-full border border-bell-line bg-bell-soft px-3 text-sm"
                onClick={() => form.setFocus(name)}
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Chip = readonly [name: 'day' | 'startTime' | 'location_name' | 'category' | 'repeat.kind', words: string]

function chipsOf(read: QuickEvent, draft: ReturnType<typeof fillDraft>): Chip[] {
  const clock = (time: string) => clockTime(instantAt('2026-01-01', time, 'UTC'), 'UTC')
  const rule = read.repeat && ruleOfChoice(draft.repeat, draft.day)
  return [
    ...(read.day ? [['day', longDay(read.day)] as const] : []),
    ...(read.startTime
      ? [['startTime', [read.startTime, read.endTime ?? ''].filter(Boolean).map(clock).join(' – ')] as const]
      : []),
    ...(read.place ? [['location_name', read.place] as const] : []),
    ...(read.category ? [['category', categoryNames[read.category]] as const] : []),
    ...(rule ? [['repeat.kind', ruleWords(rule, draft.day)] as const] : []),
  ]
}

/** Loads the parser with the first letter: most events are added without it. */
async function loadFindDates(): Promise<FindDates> {
  const isSpanish = document.documentElement.lang.startsWith('es')
  const { casual } = isSpanish ? await import('chrono-node/es') : await import('chrono-node/en')
  return (...given) => casual.parse(...given)
}
