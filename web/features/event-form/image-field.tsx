import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useMemberImage } from '#web/api/member-image.ts'
import { EventImage } from '#web/features/calendar-view/event-image.tsx'
import type { EventCalendar } from '#web/features/events/event.ts'
import { imageFieldTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { useAddImage } from './add-image.ts'
import type { EventFormState } from './use-event-form.ts'

interface ImageFieldProps {
  form: EventFormState
  calendar: Pick<EventCalendar, 'id' | 'disabled'>
}

/** Fields for an image and its alternative text. */
export function ImageField({ form, calendar }: ImageFieldProps) {
  const add = useAddImage(calendar.id)
  const input = useRef<HTMLInputElement>(null)
  const image = form.watch('image') ?? null
  const src = useMemberImage(calendar, image)

  function choose(file: File | undefined) {
    if (!file) return
    add.mutate(file, { onSuccess: (name) => form.setValue('image', name, { shouldDirty: true }) })
  }

  function remove() {
    form.setValue('image', null, { shouldDirty: true })
    form.clearErrors('image_alt')
    add.reset()
    if (input.current) input.current.value = ''
    input.current?.focus()
  }

  return (
    <div className="grid gap-4">
      <Field label={imageFieldTexts.label} hint={imageFieldTexts.hint} error={add.error?.message}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={add.isPending}
            onChange={(event) => choose(event.target.files?.[0])}
            className="w-full text-sm file:mr-3 file:min-h-10 file:rounded-lg file:border file:border-line-strong file:bg-card file:px-3 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {add.isPending ? imageFieldTexts.adding : add.isSuccess && image ? imageFieldTexts.added : ''}
      </p>
      {image && (
        <>
          <div className="flex flex-wrap items-start gap-4">
            <div className="w-48">
              <EventImage event={{ image, image_alt: '' }} calendarId={calendar.id} src={src} variant="across" />
            </div>
            <Button variant="secondary" size="small" disabled={add.isPending} onClick={remove}>
              <Trash2 aria-hidden="true" className="size-4.5" />
              {imageFieldTexts.remove}
            </Button>
          </div>
          <InputField
            label={imageFieldTexts.alt}
            required
            hint={imageFieldTexts.altHint}
            autoComplete="off"
            {...fieldsOf(form)('image_alt')}
          />
        </>
      )}
    </div>
  )
}
