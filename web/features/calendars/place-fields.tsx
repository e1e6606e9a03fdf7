import { useFormContext } from 'react-hook-form'
import { SelectField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { usePlaces } from './queries.ts'
import { calendarScreenTexts, formTexts } from './texts.ts'

interface Place {
  state: string
  city: string
}

/** Fields for a state and one of its cities. Another state clears the city. */
export function PlaceFields() {
  const form = useFormContext<Place>()
  const field = fieldsOf(form)
  const { setValue, watch } = form
  const [state, city] = watch(['state', 'city'])
  const places = usePlaces()
  // The current choice is shown also before the list has loaded.
  const states = places?.stateNames ?? [state].filter(Boolean)
  const cities = places?.citiesOf(state) ?? [city].filter(Boolean)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={formTexts.state}
        required
        {...field('state', { onChange: () => setValue('city', '') })}
        placeholder={formTexts.selectState}
        options={states.map((name) => [name, name])}
      />
      <SelectField
        label={formTexts.city}
        required
        {...field('city')}
        // react-hook-form's own `disabled` would also drop the value.
        disabled={state === ''}
        placeholder={state === '' ? calendarScreenTexts.selectStateFirst : formTexts.selectCity}
        options={cities.map((name) => [name, name])}
      />
    </div>
  )
}
