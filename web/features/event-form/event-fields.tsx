import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { dayInZone } from '../../../domain/dates.ts'
import { eventLinkTexts } from '../../../domain/texts/event-link.ts'
import { AddressField } from './address-field.tsx'
import { CategoryField } from './category-field.tsx'
import { ImageField } from './image-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { TimeFields } from './time-fields.tsx'
import type { EventFormState } from './use-event-form.ts'

interface EventFieldsProps {
  form: EventFormState
  calendar: EventCalendar
  /** Only admins make series and add pictures. */
  isAdmin: boolean
  /** A new event has a field for its day; one that exists only when its status is "moved". */
  isNew: boolean
  more: { isOpen: boolean; toggle: () => void }
  /** Fields that only editing has; they follow the category. */
  children?: ReactNode
}

/** The fields of both dialogs, to add and to edit. */
export function EventFields({ form, calendar, isAdmin, isNew, more, children }: EventFieldsProps) {
  const field = fieldsOf(form)
  const moreId = useId()
  const isMoved = form.watch('status') === 'moved'
  return (
    <div className="space-y-4">
      <InputField label={eventTexts.eventTitle} required autoComplete="off" {...field('title')} />
      <CategoryField form={form} />
      {children}
      <TimeFields
        form={form}
        dayLabel={isNew ? dialogTexts.date : isMoved ? dialogTexts.newDay : null}
        {...(isNew ? { firstDay: dayInZone(Date.now(), calendar.time_zone) } : {})}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label={eventTexts.locationName} autoComplete="off" {...field('location_name')} />
        <AddressField form={form} />
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-expanded={more.isOpen}
        aria-controls={more.isOpen ? moreId : undefined}
        onClick={more.toggle}
      >
        <ChevronDown aria-hidden="true" className={classes('size-4.5', more.isOpen && 'rotate-180')} />
        {dialogTexts.moreOptions}
      </Button>
      {more.isOpen && (
        <div id={moreId} className="space-y-4">
          {isAdmin && <RepeatFields form={form} />}
          <TextareaField label={eventTexts.description} rows={3} {...field('description')} />
          {isAdmin && <ImageField form={form} calendar={calendar} />}
          <InputField
            label={eventLinkTexts.label}
            hint={eventLinkTexts.hint}
            type="url"
            inputMode="url"
            autoComplete="off"
            {...field('link_url')}
          />
        </div>
      )}
    </div>
  )
}
