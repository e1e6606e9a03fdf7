import { useState } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { languages } from '#domain/languages.ts'
import { PAUSE_DAYS_MAX } from '#domain/limits.ts'
import { type Choice, type Preferences, textTimings, timings } from '#domain/recipient-choices.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { preferenceTexts as texts } from '#domain/texts/preferences.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { saveChoice } from './mutations.ts'
import { preferencesPageTexts } from './texts.ts'

interface PreferencesFormProps {
  token: string
  calendarId: string | null
  choice: Choice
  phone: string
  onSaved: (preferences: Preferences) => void
}

export function PreferencesForm({ token, calendarId, choice: given, phone, onSaved }: PreferencesFormProps) {
  const settings = useSettings()
  const [choice, setChoice] = useState(given)
  const [isSaved, setIsSaved] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { onSubmit, working } = useCheckedForm({
    rules: async () => (await import('#domain/preferences.ts')).choiceForm,
    extraValues: { ...choice },
    onValid: async (checked) => {
      const answer = await saveChoice(settings, { token, calendar_id: calendarId, choice: { ...choice, ...checked } })
      setProblem(answer.problem)
      setIsSaved(answer.preferences !== null)
      if (answer.preferences) onSaved(answer.preferences)
    },
    onInvalid: (found) => setProblem(Object.values(found)[0] ?? texts.failed),
  })

  function change(part: Partial<Choice>) {
    setChoice({ ...choice, ...part })
    setIsSaved(false)
    setProblem(null)
  }

  const offered = choice.email === null ? textTimings : timings
  const today = dayInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-7">
      <RadioGroup legend={preferencesPageTexts.categories}>
        <div className="grid gap-2 sm:grid-cols-2">
          {eventCategories.map((category) => (
            <Checkbox
              key={category}
              label={categoryNames[category]}
              checked={choice.categories.includes(category)}
              onChange={({ target }) =>
                change({
                  categories: eventCategories.filter((one) =>
                    one === category ? target.checked : choice.categories.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </RadioGroup>
      {choice.email !== null && choice.sms !== null && (
        <RadioGroup legend={preferencesPageTexts.channels}>
          <Checkbox
            label={preferencesPageTexts.byEmail}
            checked={choice.email}
            onChange={({ target }) => change({ email: target.checked })}
          />
          <Checkbox
            label={preferencesPageTexts.byText(phone)}
            checked={choice.sms}
            onChange={({ target }) => change({ sms: target.checked })}
          />
        </RadioGroup>
      )}
      <RadioGroup legend={preferencesPageTexts.when}>
        {offered.map((timing) => (
          <Radio
            key={timing}
            name="timing"
            label={preferencesPageTexts.timings[timing].label}
            hint={preferencesPageTexts.timings[timing].hint}
            checked={choice.timing === timing}
            onChange={() => change({ timing })}
          />
        ))}
        {choice.sms && !textTimings.includes(choice.timing) && (
          <p className="text-sm text-muted">{preferencesPageTexts.textsOnTheDay}</p>
        )}
      </RadioGroup>
      <InputField
        label={preferencesPageTexts.pause}
        hint={preferencesPageTexts.pauseHint}
        className="sm:max-w-xs"
        type="date"
        min={addDays(today, 1)}
        max={addDays(today, PAUSE_DAYS_MAX)}
        value={choice.paused_until ?? ''}
        onChange={({ target }) => change({ paused_until: target.value || null })}
      />
      <SelectField
        label={preferencesPageTexts.language}
        className="sm:max-w-xs"
        value={choice.language}
        onChange={({ target }) => change({ language: target.value as Choice['language'] })}
        options={languages.map((language) => [language, preferencesPageTexts.languages[language]])}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" working={working}>
          {working ? preferencesPageTexts.saving : preferencesPageTexts.save}
        </Button>
        <p role="status" className="font-semibold text-ok">
          {isSaved && preferencesPageTexts.saved}
        </p>
        <FieldError>{problem}</FieldError>
      </div>
    </form>
  )
}
