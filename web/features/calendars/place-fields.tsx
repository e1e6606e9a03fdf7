import { useFormContext } from 'react-hook-form'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { usePlaces } from './queries.ts'
import { formTexts } from './texts.ts'

interface Place {
  state: string
  city: string
}

/** Fields for a state and one of its cities. Another state clears the city. */
export function PlaceFields() {
  const { register, setValue, watch, formState } = useFormContext<Place>()
  const { errors } = formState
  const [state, city] = watch(['state', 'city'])
  const places = usePlaces()
  // The current choice is shown also before the list has loaded.
  const states = places?.stateNames ?? [state].filter(Boolean)
  const cities = places?.citiesOf(state) ?? [city].filter(Boolean)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={formTexts.state} required error={errors.state?.message}>
        {(control) => (
          <Select {...control} {...register('state', { onChange: () => setValue('city', '') })}>
            <option value="">{formTexts.selectState}</option>
            {states.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={formTexts.city} required error={errors.city?.message}>
        {(control) => (
          // Not react-hook-form's own `disabled`, which would also drop the value.
          <Select {...control} {...register('city')} disabled={state === ''}>
            <option value="">{state === '' ? calendarTexts.selectStateFirst : formTexts.selectCity}</option>
            {cities.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
