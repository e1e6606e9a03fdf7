import { useRef, useState } from 'react'
import { quickAddTexts } from '#web/features/events/quick-add-texts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { dayInZone, timeInZone } from '../../../domain/dates.ts'
import type { SentenceEvent } from '../../../domain/sentences/read-sentence.ts'
import { type Doubt, fillDraft, swap } from './quick-add.ts'
import { QuickAddChips } from './quick-add-chips.tsx'
import type { EventFormState } from './use-event-form.ts'

const filled = [
  ...(['title', 'day', 'startTime', 'endDay', 'endTime', 'allDay'] as const),
  ...(['category', 'location_name', 'repeat'] as const),
]

interface QuickAddFieldProps {
  form: EventFormState
  zone: string
  onRepeat: () => void
}

/** Fills the form from one sentence, on the device. What it understood is shown as chips. */
export function QuickAddField({ form, zone, onRepeat }: QuickAddFieldProps) {
  const [read, setRead] = useState<SentenceEvent | null>(null)
  const before = useRef(form.getValues())
  const sentence = useRef('')
  const swapped = useRef<Doubt[]>([])

  async function onChange(event: React.ChangeEvent<HTMLInputElement>) {
    if (sentence.current === '') before.current = form.getValues()
    sentence.current = event.target.value
    // Most events are added without a sentence.
    const { readSentence } = await import('../../../domain/sentences/read-sentence.ts')
    if (sentence.current.trim() === '') return clear()
    const at = new Date()
    const now = { day: dayInZone(at, zone), time: timeInZone(at, zone) }
    const language = document.documentElement.lang.startsWith('es') ? 'es' : 'en'
    const found = readSentence(sentence.current, { now, language, chosen: before.current.day })
    fill(swapped.current.reduce(swap, found))
  }

  function fill(next: SentenceEvent) {
    const draft = fillDraft(before.current, next)
    for (const name of filled) form.setValue(name, draft[name], { shouldDirty: true })
    if (next.repeat) onRepeat()
    setRead(next)
  }

  function clear() {
    for (const name of filled) form.setValue(name, before.current[name], { shouldDirty: true })
    swapped.current = []
    setRead(null)
  }

  function onSwap(doubt: Doubt) {
    const has = swapped.current.includes(doubt)
    swapped.current = has ? swapped.current.filter((other) => other !== doubt) : [...swapped.current, doubt]
    if (read) fill(swap(read, doubt))
  }

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
      {read && (
        <QuickAddChips
          read={read}
          day={form.getValues('day')}
          onSwap={onSwap}
          onCorrect={(field) => form.setFocus(field)}
        />
      )}
    </div>
  )
}
