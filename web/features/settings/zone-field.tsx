import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { usePlaces } from '#web/features/calendars/queries.ts'
import { formTexts } from '#web/features/calendars/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { otherTimeZones, usTimeZones, zoneInList, zoneLabel } from '../../../domain/time-zones.ts'

interface Zoned {
  state: string
  city: string
  time_zone: string
}

/** Selects the calendar's time zone: the city's, until another is chosen. */
export function ZoneField() {
  const { register, setValue, watch, formState } = useFormContext<Zoned>()
  const [state, city, zone] = watch(['state', 'city', 'time_zone'])
  const places = usePlaces()
  const ofCity = city === '' ? null : (places?.zoneOf(state, city) ?? null)
  const [knownCity, setKnownCity] = useState(city)
  // Another city sets its own zone.
  useEffect(() => {
    if (ofCity === null || city === knownCity) return
    setKnownCity(city)
    setValue('time_zone', ofCity)
  }, [city, knownCity, ofCity, setValue])

  const others = otherTimeZones()
  const isListed = usTimeZones.some((known) => known === zone) || others.includes(zone)
  const hint = zone === ofCity ? formTexts.timeZoneOfCity(zone) : formTexts.timeZoneChosen(zone)
  return (
    <Field label={formTexts.timeZone} hint={hint} error={formState.errors.time_zone?.message}>
      {(control) => (
        <Select {...control} {...register('time_zone')}>
          {!isListed && <option value={zone}>{zoneLabel(zone)}</option>}
          <Zones label={formTexts.unitedStates} zones={usTimeZones} nameOf={zoneLabel} />
          <Zones label={formTexts.elsewhere} zones={others} nameOf={zoneInList} />
        </Select>
      )}
    </Field>
  )
}

interface ZonesProps {
  label: string
  zones: readonly string[]
  nameOf: (zone: string) => string
}

function Zones({ label, zones, nameOf }: ZonesProps) {
  return (
    <optgroup label={label}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {nameOf(zone)}
        </option>
      ))}
    </optgroup>
  )
}
