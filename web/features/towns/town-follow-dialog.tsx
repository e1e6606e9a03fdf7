import { useState } from 'react'
import type { Collection } from '#domain/collections.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { showFollowAnswer } from '#web/features/linked/follow-answer.ts'
import { EmailField } from '#web/features/linked/person-fields.tsx'
import { useMailRequest } from '#web/features/linked/use-mail-request.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Checkbox, RadioGroup } from '#web/ui/selection-controls.tsx'
import { ColorMark } from './color-mark.tsx'
import { townFollowTexts as texts } from './texts.ts'

interface TownFollowDialogProps {
  town: Collection
  /** Calendars that the page shows now, by number. */
  only: readonly number[]
  open: boolean
  onClose: () => void
}

/** Follows the chosen calendars of a town page with one address. */
export function TownFollowDialog({ town, only, open, onClose }: TownFollowDialogProps) {
  const [chosen, setChosen] = useState<string[]>(() =>
    town.calendars.filter(({ identifier }) => only.length === 0 || only.includes(identifier)).map(({ id }) => id),
  )
  const { onSubmit, problems, working } = useMailRequest({
    name: 'follow-collection',
    about: town.id,
    isOpen: open,
    rules: async () => (await import('#domain/collection-follow.ts')).collectionFollowForm,
    extraValues: { collection_id: town.id, calendar_ids: chosen },
    body: (form) => form,
    onAnswer: (failure, status) => showFollowAnswer(failure, status, refusals) && onClose(),
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title(town.name)}
      description={texts.lead}
      onSubmit={onSubmit}
      submit={texts.send}
      working={working}
    >
      <RadioGroup legend={texts.calendars}>
        {town.calendars.map(({ id, name, city, color, is_full }) => (
          <Checkbox
            key={id}
            label={
              <span className="flex items-center gap-2">
                <ColorMark color={color} className="size-3 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
            }
            hint={is_full ? texts.isFull : city}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
        {problems.calendar_ids && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {problems.calendar_ids}
          </p>
        )}
      </RadioGroup>
      <EmailField problems={problems} />
      <Honeypot />
    </FormDialog>
  )
}

const refusals = {
  busy: texts.busy,
  full: followTexts.full,
  gone: followTexts.failed,
}
