import type { ReactNode } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { eventLinkTexts } from '#domain/texts/event-link.ts'
import { InputField, SelectField, TextareaField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/form-fields.ts'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { AddressField } from './address-field.tsx'
import type { EventCalendar } from './event.ts'
import { ImageField } from './image-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { dialogTexts, eventTexts } from './texts.ts'
import { TimeFields } from './time-fields.tsx'
import type { EventFormState } from './use-event-form.ts'

interface EventFieldsProps {
  form: EventFormState
  calendar: EventCalendar
  /** Only admins make series and add pictures. */
  isAdmin?: boolean
  /** Fields that only editing has; they follow the category. */
  children?: ReactNode
}

/** The fields of both dialogs, to add and to edit. */
export function EventFields({ form, calendar, isAdmin = true, children }: EventFieldsProps) {
  const { register } = form
  const field = fieldsOf(form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InputField
        label={eventTexts.eventTitle}
        required
        className="sm:col-span-2"
        autoComplete="off"
        {...field('title')}
      />
      <SelectField
        label={eventTexts.category}
        required
        className="sm:col-span-2"
        {...field('category')}
        placeholder={dialogTexts.selectCategory}
        options={eventCategories.map((category) => [category, category])}
      />
      {children}
      <TimeFields form={form} />
      {isAdmin && (
        <div className="sm:col-span-2">
          <RepeatFields form={form} />
        </div>
      )}
      <TextareaField label={eventTexts.description} className="sm:col-span-2" rows={3} {...field('description')} />
      {isAdmin && <ImageField form={form} calendar={calendar} />}
      <InputField label={eventTexts.locationName} autoComplete="off" {...field('location_name')} />
      <AddressField form={form} />
      <InputField
        label={eventLinkTexts.label}
        hint={eventLinkTexts.hint}
        className="sm:col-span-2"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...field('link_url')}
      />
      <Checkbox
        className="sm:col-span-2"
        label={eventTexts.includeInMailer}
        hint={dialogTexts.mailerHint}
        {...register('include_in_mailer')}
      />
    </div>
  )
}
