import { useState } from 'react'
import type { Day } from '#domain/dates.ts'
import type { SuggestedEvent } from '#domain/suggestions.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { Checkbox, Switch } from '#web/ui/selection-controls.tsx'
import { suggestFieldTexts as texts } from './texts.ts'

/** The fields as typed: nothing is null. */
export interface SuggestionDraft {
  title: string
  description: string
  location_name: string
  location: string
  link_url: string
  day: Day
  start: string
  end_day: Day
  end: string
  all_day: boolean
}

export type SuggestionProblems = Partial<Record<keyof SuggestionDraft | 'name' | 'email', string>>

export function draftOf(event: SuggestedEvent): SuggestionDraft {
  const { title, description, location_name, location, link_url, day, start, end_day, end, all_day } = event
  const texts = { description: description ?? '', location_name: location_name ?? '', location: location ?? '' }
  return { title, ...texts, link_url: link_url ?? '', day, start, end_day, end, all_day }
}

interface SuggestionFieldsProps {
  values: SuggestionDraft
  problems: SuggestionProblems
  /** The first day that can be chosen. */
  firstDay?: Day | undefined
  onChange: (part: Partial<SuggestionDraft>) => void
}

/** What an event needs, as simple as a visitor can know it. */
export function SuggestionFields({ values, problems, firstDay, onChange }: SuggestionFieldsProps) {
  const [wantsEndDay, setWantsEndDay] = useState(false)
  const { day, end_day, all_day } = values
  const hasEndDay = wantsEndDay || end_day !== day
  const text = (
    name: 'title' | 'description' | 'location_name' | 'location' | 'link_url' | 'start' | 'end' | 'end_day',
  ) => ({
    name,
    error: problems[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <InputField label={texts.title} required autoComplete="off" maxLength={200} {...text('title')} />
      <div className="space-y-3">
        <div className="grid gap-4 min-[22.5rem]:grid-cols-2 sm:grid-cols-3">
          <InputField
            label={texts.day}
            required
            type="date"
            name="day"
            min={firstDay}
            className="min-[22.5rem]:max-sm:col-span-2"
            error={problems.day}
            value={day}
            onChange={({ target }) => onChange({ day: target.value, ...(hasEndDay ? {} : { end_day: target.value }) })}
          />
          {!all_day && <InputField label={texts.start} required type="time" {...text('start')} />}
          {!all_day && <InputField label={texts.end} required type="time" {...text('end')} />}
          {hasEndDay && (
            <InputField
              label={texts.endDay}
              required
              type="date"
              min={day}
              className="min-[22.5rem]:max-sm:col-span-2"
              {...text('end_day')}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Switch
            label={texts.allDay}
            checked={all_day}
            onChange={({ target }) => onChange({ all_day: target.checked })}
          />
          <Checkbox
            label={texts.endsLater}
            checked={hasEndDay}
            onChange={({ target }) => {
              setWantsEndDay(target.checked)
              if (!target.checked) onChange({ end_day: day })
            }}
          />
        </div>
      </div>
      <InputField label={texts.place} hint={texts.placeHint} maxLength={200} {...text('location_name')} />
      <InputField label={texts.address} autoComplete="off" maxLength={500} {...text('location')} />
      <TextareaField label={texts.description} rows={4} maxLength={5000} {...text('description')} />
      <InputField label={texts.link} type="url" placeholder="https://" {...text('link_url')} />
    </>
  )
}

/** Reads the problems of a form that a rule refused: the first of each field. */
export function problemsIn(error: { issues: { path: PropertyKey[]; message: string }[] }): SuggestionProblems {
  const found: SuggestionProblems = {}
  for (const { path, message } of error.issues) found[path[0] as keyof SuggestionProblems] ??= message
  return found
}
