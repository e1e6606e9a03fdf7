import { useState } from 'react'
import type { Day } from '#domain/dates.ts'
import type { SuggestedEvent } from '#domain/suggestions.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { Checkbox, Switch } from '#web/ui/selection-controls.tsx'
import type { Problems } from '#web/ui/use-checked-form.ts'
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

export const blankDraft: SuggestionDraft = {
  ...{ title: '', description: '', location_name: '', location: '', link_url: '' },
  ...{ day: '', start: '', end_day: '', end: '', all_day: false },
}

export function draftOf(event: SuggestedEvent): SuggestionDraft {
  const { title, description, location_name, location, link_url, day, start, end_day, end, all_day } = event
  const texts = { description: description ?? '', location_name: location_name ?? '', location: location ?? '' }
  return { title, ...texts, link_url: link_url ?? '', day, start, end_day, end, all_day }
}

interface SuggestionFieldsProps {
  start: SuggestionDraft
  problems: Problems
  /** The first day that can be chosen. */
  firstDay?: Day | undefined
  /** What is typed so far, to look for the same event. */
  onChange?: (draft: SuggestionDraft) => void
}

/** What an event needs, as simple as a visitor can know it. */
export function SuggestionFields({ start, problems, firstDay, onChange }: SuggestionFieldsProps) {
  const [draft, setDraft] = useState(start)
  const [wantsEndDay, setWantsEndDay] = useState(false)
  const { day, end_day, all_day } = draft
  const hasEndDay = wantsEndDay || end_day !== day
  const change = (part: Partial<SuggestionDraft>) => {
    setDraft({ ...draft, ...part })
    onChange?.({ ...draft, ...part })
  }
  const text = (
    name: 'title' | 'description' | 'location_name' | 'location' | 'link_url' | 'start' | 'end' | 'end_day',
  ) => ({
    name,
    error: problems[name],
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
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
            onChange={({ target }) => change({ day: target.value, ...(hasEndDay ? {} : { end_day: target.value }) })}
          />
          {all_day ? (
            // The times of whole days are ignored.
            <>
              <input type="hidden" name="start" value="00:00" />
              <input type="hidden" name="end" value="23:59" />
            </>
          ) : (
            <>
              <InputField label={texts.start} required type="time" {...text('start')} />
              <InputField label={texts.end} required type="time" {...text('end')} />
            </>
          )}
          {hasEndDay ? (
            <InputField
              label={texts.endDay}
              required
              type="date"
              min={day}
              className="min-[22.5rem]:max-sm:col-span-2"
              {...text('end_day')}
            />
          ) : (
            <input type="hidden" name="end_day" value={end_day} />
          )}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Switch
            name="all_day"
            label={texts.allDay}
            checked={all_day}
            onChange={({ target }) => change({ all_day: target.checked })}
          />
          <Checkbox
            label={texts.endsLater}
            checked={hasEndDay}
            onChange={({ target }) => {
              setWantsEndDay(target.checked)
              if (!target.checked) change({ end_day: day })
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
