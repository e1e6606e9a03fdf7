import { useEffect, useId, useRef } from 'react'
import { useClients } from '#web/api/clients.ts'
import { useSettings } from '#web/api/settings.ts'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { InputField } from '#web/ui/fields.tsx'
import { type PickedAddress, pickAddresses } from './maps.ts'
import type { EventFormState } from './use-event-form.ts'
import { useFoundAddresses } from './use-found-addresses.ts'

/** Takes an address, typed or picked from suggestions. A picked one brings a position; editing it clears the position. */
export function AddressField({ form }: { form: EventFormState }) {
  const { functions } = useClients()
  const { mapsEnabled, geocoderEnabled } = useSettings()
  const { register, setValue, formState } = form
  const input = useRef<HTMLInputElement | null>(null)
  const { found, lookUp } = useFoundAddresses()
  const listId = useId()

  useEffect(() => {
    const element = input.current
    if (!mapsEnabled || !element) return
    return pickAddresses(functions, element, ({ address, latitude, longitude }) => {
      setValue('location', address, { shouldDirty: true })
      setValue('latitude', latitude)
      setValue('longitude', longitude)
    })
  }, [mapsEnabled, functions, setValue])

  function onChange({ target }: { target: { value: string } }) {
    const picked: PickedAddress | undefined = found.find(({ address }) => address === target.value)
    setValue('latitude', picked?.latitude ?? null)
    setValue('longitude', picked?.longitude ?? null)
    if (geocoderEnabled && !picked) lookUp(target.value)
  }

  const { ref, ...field } = register('location', { onChange })
  return (
    <>
      <InputField
        label={eventTexts.locationAddress}
        error={formState.errors.location?.message}
        {...field}
        ref={(element) => {
          ref(element)
          input.current = element
        }}
        autoComplete="off"
        list={geocoderEnabled ? listId : undefined}
        placeholder={dialogTexts.addressHint}
        onKeyDown={stopEnterForPicker}
      />
      {geocoderEnabled && (
        <datalist id={listId}>
          {found.map(({ address }) => (
            <option key={address} value={address} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** Keeps Enter from submitting the form while it chooses from the picker's list. */
function stopEnterForPicker(event: React.KeyboardEvent) {
  if (event.key === 'Enter' && document.querySelector('.pac-container:not([style*="display: none"])')) {
    event.preventDefault()
  }
}
