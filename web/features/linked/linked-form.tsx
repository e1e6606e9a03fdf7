import { type ComponentType, type ReactNode, useState } from 'react'
import type { ZodType } from 'zod'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type Problems, useCheckedForm } from '#web/ui/use-checked-form.ts'
import { Failure } from './failure.tsx'
import { NameField } from './person-fields.tsx'

/** What the page says of an answer. */
export interface Description {
  title?: string
  lead: ReactNode
  /** How things are; the title changes with each step. */
  state: { title: string; body?: ReactNode }
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
  Fields: ComponentType<{ found: Found; problems: Problems }>
  /** Returns the problem if there is one. */
  onAnswer: (form: object | 'remove') => Promise<string | null>
}

export function LinkedForm<Found extends { name: string }>({
  found,
  description,
  rules,
  Fields,
  onAnswer,
}: LinkedFormProps<Found>) {
  const { subject, save, remove } = description
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
      <Fields found={found} problems={problems} />
      <NameField problems={problems} start={found.name} />
      <Failure problem={failure} />
      {/* On a phone the button stays in view: what the link is for takes one press. */}
      <div className="flex flex-wrap gap-3 max-sm:contents">
        {save && (
          <Button type="submit" working={working} className="max-sm:sticky max-sm:bottom-3 max-sm:z-10">
            {save}
          </Button>
        )}
        {subject && (
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
