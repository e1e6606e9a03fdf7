import { useId } from 'react'
import { CategoryIcon } from '#web/features/calendar-view/category-mark.tsx'
import { eventTexts } from '#web/features/events/texts.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/field.tsx'
import { type EventCategory, eventCategories } from '../../../domain/categories.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import type { EventFormState } from './use-event-form.ts'

/** The four categories as buttons: one press, and all of them in view. */
export function CategoryField({ form }: { form: EventFormState }) {
  const id = useId()
  const error = form.formState.errors.category?.message
  return (
    <div
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-labelledby={id}
      className="group"
    >
      <p id={id} className="mb-1.5 text-sm font-semibold">
        {eventTexts.category}
        <span aria-hidden="true" className="text-danger">
          {' *'}
        </span>
      </p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {eventCategories.map((category) => (
          <label
            key={category}
            className="relative flex min-h-11 cursor-pointer items-center justify-center gap-2 px-3 font-semibold"
          >
            <input
              type="radio"
              value={category}
              className={classes(face, chosen[category])}
              {...form.register('category')}
            />
            <CategoryIcon category={category} className="pointer-events-none relative size-5" />
            <span className="pointer-events-none relative">{categoryNames[category]}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

const face =
  'absolute inset-0 cursor-pointer appearance-none rounded-lg border border-line-strong bg-card hover:bg-sunk checked:border-3 ' +
  'group-aria-invalid:border-2 group-aria-invalid:border-danger forced-colors:checked:border-[Highlight]'

const chosen: Record<EventCategory, string> = {
  Event: 'checked:border-event checked:bg-event-soft',
  Alert: 'checked:border-alert checked:bg-alert-soft',
  Notice: 'checked:border-notice checked:bg-notice-soft',
  FYI: 'checked:border-fyi checked:bg-fyi-soft',
}
