import { type FormEvent, useState } from 'react'
import { RSVP_CAPACITY_MAX, RSVP_QUESTION_MAX } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { Checkbox, Switch } from '#web/ui/selection-controls.tsx'
import { type AskedEvent, useSaveSettings } from './roster.ts'
import { rsvpSettingsTexts as texts } from './roster-texts.ts'

/** Decides whether an event asks who comes, and what. */
export function RsvpSettings({ event, calendarId }: { event: AskedEvent; calendarId: string }) {
  const { rsvp } = event
  const [form, setForm] = useState({
    is_open: rsvp?.is_open ?? false,
    capacity: rsvp?.capacity?.toString() ?? '',
    closes_hours: String(rsvp?.closes_hours ?? 0),
    question: rsvp?.question ?? '',
    shows_count: rsvp?.shows_count ?? false,
    repeats: rsvp?.repeats ?? event.series_id !== null,
  })
  const [problem, setProblem] = useState<string>()
  const save = useSaveSettings(event.id, calendarId)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const capacity = form.capacity.trim() === '' ? null : Number(form.capacity)
    const isGood = capacity === null || (Number.isInteger(capacity) && capacity >= 1 && capacity <= RSVP_CAPACITY_MAX)
    setProblem(isGood ? undefined : texts.badCapacity)
    if (!isGood) return
    const { is_open, shows_count, question } = form
    save.mutate({
      is_open,
      capacity,
      closes_hours: Number(form.closes_hours),
      question: question.trim() || null,
      shows_count,
      repeats: form.repeats && event.series_id !== null,
    })
  }

  return (
    <Card className="p-5 sm:p-6" data-print="no">
      <h2 className="mb-4 text-xl">{texts.title}</h2>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Switch
          label={texts.on}
          hint={texts.onHint}
          checked={form.is_open}
          onChange={(changed) => change({ is_open: changed.target.checked })}
        />
        {form.is_open && (
          <>
            <InputField
              label={texts.capacity}
              hint={texts.capacityHint}
              error={problem}
              type="number"
              inputMode="numeric"
              min={1}
              max={RSVP_CAPACITY_MAX}
              value={form.capacity}
              onChange={(changed) => change({ capacity: changed.target.value })}
            />
            <SelectField
              label={texts.closes}
              value={form.closes_hours}
              onChange={(changed) => change({ closes_hours: changed.target.value })}
              options={Object.entries(texts.closesOptions)}
            />
            <InputField
              label={texts.question}
              hint={texts.questionHint}
              maxLength={RSVP_QUESTION_MAX}
              autoComplete="off"
              value={form.question}
              onChange={(changed) => change({ question: changed.target.value })}
            />
            <Checkbox
              label={texts.showsCount}
              checked={form.shows_count}
              onChange={(changed) => change({ shows_count: changed.target.checked })}
            />
          </>
        )}
        {event.series_id !== null && (
          <Checkbox
            label={texts.repeats}
            checked={form.repeats}
            onChange={(changed) => change({ repeats: changed.target.checked })}
          />
        )}
        <Button type="submit" working={save.isPending}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}
