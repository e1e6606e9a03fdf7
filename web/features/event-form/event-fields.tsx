import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { longDay } from '../../../domain/date-words.ts'
import { dayInZone } from '../../../domain/dates.ts'
import type { EventDraft } from '../../../domain/events.ts'
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
  /** The event as it was opened; null: it is new. */
  opened: EventDraft | null
  more: { isOpen: boolean; toggle: () => void }
  /** Fields that only editing has; they follow the category. */
  children?: ReactNode
}

/** The fields of both dialogs, to add and to edit. */
export function EventFields({ form, calendar, isAdmin, opened, more, children }: EventFieldsProps) {
  const field = fieldsOf(form)
  const moreId = useId()
  const [isChanging, setIsChanging] = useState(false)
  const hasDay = !opened || isChanging || form.watch('status') === 'moved'
  useEffect(() => {
    if (isChanging) form.setFocus('day')
  }, [isChanging, form])

  /** Another day moves the event, as Move does; its own day leaves it as it was. */
  function chooseDay(day: string) {
    if (opened && isChanging)
      form.setValue('status', day === opened.day ? opened.status : 'moved', { shouldDirty: true })
  }

  return (
    <div className="space-y-4">
      <InputField label={eventTexts.eventTitle} required autoComplete="off" {...field('title')} />
      <CategoryField form={form} />
      {children}
      {!hasDay && (
        <div>
          <p className="text-sm font-semibold">{dialogTexts.date}</p>
          <p className="flex flex-wrap items-center gap-x-4">
            <span>{longDay(opened.day)}</span>
            <button type="button" className="link min-h-11" onClick={() => setIsChanging(true)}>
              {dialogTexts.changeDate}
            </button>
          </p>
        </div>
      )}
      <TimeFields
        form={form}
        dayLabel={hasDay ? (opened ? dialogTexts.newDay : dialogTexts.date) : null}
        dayHint={opened && opened.repeat.kind !== 'never' ? quickTexts.onlyThis : undefined}
        onDay={chooseDay}
        {...(!opened || isChanging ? { firstDay: dayInZone(Date.now(), calendar.time_zone) } : {})}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label={eventTexts.locationName} autoComplete="off" {...field('location_name')} />
        <AddressField form={form} />
      </div>
      <TextareaField label={eventTexts.description} rows={3} {...field('description')} />
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
