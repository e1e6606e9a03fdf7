import { type ReactNode, useState } from 'react'
import type { ZodType } from 'zod'
import type { LinkedCalendar, LinkedEvent } from '#domain/linked.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type Problems, useCheckedForm } from '#web/ui/use-checked-form.ts'
import { Failure } from './failure.tsx'
import { NameField } from './person-fields.tsx'
import type { AddToCalendar } from './state-card.tsx'

/** What the page says of an answer. */
export interface Description {
  title?: string
  lead: ReactNode
  /** How things are; the title changes with each step. */
  state: { title: string; body?: ReactNode }
  /** The event of an answer that counts; null as long as the form is what the page is for. */
  answered?: { event: LinkedEvent; calendar: LinkedCalendar; isYes: boolean; addToCalendar: AddToCalendar } | null
  /** The page of what was answered; null if it is not public. */
  subject: { path: string; label: string } | null
  /** The words on the buttons; null without a button. */
  save: string | null
  remove: string | null
  /** Says that it was removed. */
  removed: string
}

export interface LinkedFormProps<Found> {
  found: Found
  description: Description
  rules: () => Promise<ZodType<object>>
  /** The fields before the name. */
  fields: (found: Found, problems: Problems) => ReactNode
  /** Returns the problem if there is one. */
  onAnswer: (form: object | 'remove') => Promise<string | null>
}

export function LinkedForm<Found extends { name: string }>({
  found,
  description,
  rules,
  fields,
  onAnswer,
}: LinkedFormProps<Found>) {
  const { subject, save, remove, answered } = description
  const [failure, setFailure] = useState<string | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const { onSubmit, problems, working } = useCheckedForm({
    rules,
    onValid: async (form) => setFailure(await onAnswer(form)),
  })

  async function onRemove() {
    setIsRemoving(true)
    setFailure(await onAnswer('remove'))
    setIsRemoving(false)
  }

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fields(found, problems)}
      <NameField problems={problems} start={found.name} />
      <Failure problem={failure} />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {save && (
          <Button type="submit" working={working}>
            {save}
          </Button>
        )}
        {subject && !answered && (
          <ButtonLink to={subject.path} variant="secondary">
            {subject.label}
          </ButtonLink>
        )}
        {remove && (
          <Button variant="quietDanger" working={isRemoving} onClick={onRemove}>
            {remove}
          </Button>
        )}
      </div>
    </form>
  )
}
