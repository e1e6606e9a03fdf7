import { useState } from 'react'
import { RSVP_CAPACITY_MAX, RSVP_QUESTION_MAX } from '#domain/limits.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { Checkbox, Switch } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { type AskedEvent, useSaveSettings } from './roster.ts'
import { rsvpSettingsTexts as texts } from './roster-texts.ts'

/** Decides whether an event asks who comes, and what. */
export function RsvpSettings({ event, calendarId }: { event: AskedEvent; calendarId: string }) {
  const { rsvp } = event
  const [isOpen, setIsOpen] = useState(rsvp?.is_open ?? false)
  const save = useSaveSettings(event.id, calendarId)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/rsvps.ts')).rsvpSettingsForm,
    onValid: (settings) => save.mutate(settings),
  })

  return (
    <Card className="p-5 sm:p-6" data-print="no">
      <h2 className="mb-4 text-xl">{texts.title}</h2>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        <Switch
          label={texts.on}
          hint={texts.onHint}
          name="is_open"
          checked={isOpen}
          onChange={({ target }) => setIsOpen(target.checked)}
        />
        {/* Hidden, they keep what they hold. */}
        <div hidden={!isOpen} className="space-y-4">
          <InputField
            label={texts.capacity}
            hint={texts.capacityHint}
            error={problems.capacity}
            type="number"
            inputMode="numeric"
            min={1}
            max={RSVP_CAPACITY_MAX}
            name="capacity"
            defaultValue={rsvp?.capacity ?? ''}
          />
          <SelectField
            label={texts.closes}
            name="closes_hours"
            defaultValue={rsvp?.closes_hours ?? 0}
            options={Object.entries(texts.closesOptions)}
          />
          <InputField
            label={rsvpTexts.question}
            hint={texts.questionHint}
            error={problems.question}
            maxLength={RSVP_QUESTION_MAX}
            autoComplete="off"
            name="question"
            defaultValue={rsvp?.question ?? ''}
          />
          <Checkbox label={texts.showsCount} name="shows_count" defaultChecked={rsvp?.shows_count} />
        </div>
        {event.series_id !== null && (
          <Checkbox label={texts.repeats} name="repeats" defaultChecked={rsvp?.repeats ?? true} />
        )}
        <Button type="submit" working={save.isPending}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}
