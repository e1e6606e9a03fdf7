import type { ReactNode } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { eventLinkTexts } from '#domain/texts/event-link.ts'
import { eventTexts } from '#domain/texts/events.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Select, Textarea } from '#web/ui/input.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { AddressField } from './address-field.tsx'
import type { EventCalendar } from './event.ts'
import { ImageField } from './image-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { dialogTexts } from './texts.ts'
import { TimeFields } from './time-fields.tsx'
import type { EventFormState } from './use-event-form.ts'

interface EventFieldsProps {
  form: EventFormState
  calendar: EventCalendar
  /** Only admins make series and add pictures. */
  isAdmin?: boolean
  /** After the category: what only editing asks. */
  children?: ReactNode
}

/** What adding and editing ask for. */
export function EventFields({ form, calendar, isAdmin = true, children }: EventFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={eventTexts.eventTitle} required error={errors.title?.message} className="sm:col-span-2">
        {(control) => <Input {...control} autoComplete="off" {...register('title')} />}
      </Field>
      <Field label={eventTexts.category} required error={errors.category?.message} className="sm:col-span-2">
        {(control) => (
          <Select {...control} {...register('category')}>
            <option value="">{dialogTexts.selectCategory}</option>
            {eventCategories.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {children}
      <TimeFields form={form} />
      {isAdmin && (
        <div className="sm:col-span-2">
          <RepeatFields form={form} />
        </div>
      )}
      <Field label={eventTexts.description} error={errors.description?.message} className="sm:col-span-2">
        {(control) => <Textarea {...control} rows={3} {...register('description')} />}
      </Field>
      {isAdmin && <ImageField form={form} calendar={calendar} />}
      <Field label={eventTexts.locationName} error={errors.location_name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('location_name')} />}
      </Field>
      <AddressField form={form} />
      <Field
        label={eventLinkTexts.label}
        hint={eventLinkTexts.hint}
        error={errors.link_url?.message}
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} type="url" inputMode="url" autoComplete="off" {...register('link_url')} />}
      </Field>
      <Checkbox
        className="sm:col-span-2"
        label={eventTexts.includeInMailer}
        hint={dialogTexts.mailerHint}
        {...register('include_in_mailer')}
      />
    </div>
  )
}
