import { useEffect, useRef } from 'react'
import { eventTexts } from '#domain/texts/events.ts'
import { useClients } from '#web/api/clients.ts'
import { useSettings } from '#web/api/settings.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { pickAddresses } from './maps.ts'
import { dialogTexts } from './texts.ts'
import type { EventFormState } from './use-event-form.ts'

/** An address, typed or picked. Picked, it comes with a position; typing over it forgets the position. */
export function AddressField({ form }: { form: EventFormState }) {
  const { functions } = useClients()
  const { mapsEnabled } = useSettings()
  const { register, setValue, formState } = form
  const input = useRef<HTMLInputElement | null>(null)

  useEffect(() => {
    const element = input.current
    if (!mapsEnabled || !element) return
    return pickAddresses(functions, element, ({ address, latitude, longitude }) => {
      setValue('location', address, { shouldDirty: true })
      setValue('latitude', latitude)
      setValue('longitude', longitude)
    })
  }, [mapsEnabled, functions, setValue])

  function forgetPosition() {
    setValue('latitude', null)
    setValue('longitude', null)
  }

  const { ref, ...field } = register('location', { onChange: forgetPosition })
  return (
    <Field label={eventTexts.locationAddress} error={formState.errors.location?.message}>
      {(control) => (
        <Input
          {...control}
          {...field}
          ref={(element) => {
            ref(element)
            input.current = element
          }}
          autoComplete="off"
          placeholder={dialogTexts.addressHint}
          onKeyDown={keepForPicker}
        />
      )}
    </Field>
  )
}

/** Enter chooses from the picker's list; it must not send the form as well. */
function keepForPicker(event: React.KeyboardEvent) {
  if (event.key === 'Enter' && document.querySelector('.pac-container:not([style*="display: none"])')) {
    event.preventDefault()
  }
}
