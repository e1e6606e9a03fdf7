import { useState } from 'react'
import { conflictTexts, dialogTexts, eventTexts, imageFieldTexts } from '#web/features/events/texts.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { clockRange, plainDay } from '../../../domain/date-words.ts'
import { instantAt } from '../../../domain/dates.ts'
import type { EventDraft } from '../../../domain/events.ts'
import { statusNames } from '../../../domain/statuses.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import { eventLinkTexts } from '../../../domain/texts/event-link.ts'
import { type Conflict, type ConflictGroup, conflictsOf, takeTheirs } from './event-conflict.ts'

interface ConflictDialogProps {
  drafts: Record<'mine' | 'opened' | 'theirs', EventDraft>
  onCancel: () => void
  /** Called with the form to go on with. */
  onResolve: (draft: EventDraft) => void
}

/** Shows what somebody else changed since the form opened, and lets the person choose field by field. */
export function ConflictDialog({ drafts, onCancel, onResolve }: ConflictDialogProps) {
  const [conflicts] = useState(() => conflictsOf(drafts))
  const [taken, setTaken] = useState(() => conflicts.filter(({ isMine }) => !isMine).map(({ group }) => group))
  const choose = ({ group }: Conflict, theirs: boolean) =>
    setTaken([...taken.filter((other) => other !== group), ...(theirs ? [group] : [])])
  return (
    <AlertDialog
      open
      onClose={onCancel}
      title={conflictTexts.title}
      description={conflictTexts.body}
      variant="primary"
      confirm={dialogTexts.goOn}
      onConfirm={() => onResolve(takeTheirs(drafts.mine, drafts.theirs, taken))}
    >
      <div className="space-y-4">
        {conflicts.map((conflict) => {
          const { group } = conflict
          const isTaken = taken.includes(group)
          return (
            <RadioGroup key={group} legend={groupNames[group]}>
              <Radio
                name={`conflict-${group}`}
                checked={!isTaken}
                onChange={() => choose(conflict, false)}
                label={conflictTexts.mine}
                hint={words[group](drafts.mine) || conflictTexts.empty}
              />
              <Radio
                name={`conflict-${group}`}
                checked={isTaken}
                onChange={() => choose(conflict, true)}
                label={conflictTexts.theirs}
                hint={words[group](drafts.theirs) || conflictTexts.empty}
              />
            </RadioGroup>
          )
        })}
      </div>
    </AlertDialog>
  )
}

const groupNames: Record<ConflictGroup, string> = {
  title: eventTexts.eventTitle,
  category: eventTexts.category,
  status: dialogTexts.status,
  time: conflictTexts.time,
  locationName: eventTexts.locationName,
  location: eventTexts.locationAddress,
  description: eventTexts.description,
  link: eventLinkTexts.label,
  mailer: eventTexts.includeInMailer,
  picture: imageFieldTexts.label,
}

const words: Record<ConflictGroup, (draft: EventDraft) => string> = {
  title: ({ title }) => title,
  category: ({ category }) => categoryNames[category as keyof typeof categoryNames],
  status: ({ status, status_reason }) => [statusNames[status], status_reason].filter(Boolean).join(', '),
  time: timeWords,
  locationName: ({ location_name }) => location_name ?? '',
  location: ({ location }) => location ?? '',
  description: ({ description }) => description ?? '',
  link: ({ link_url }) => link_url ?? '',
  mailer: ({ include_in_mailer, mail_tags }) =>
    [include_in_mailer ? conflictTexts.yes : conflictTexts.no, ...mail_tags].join(', '),
  picture: ({ image, image_alt }) => (image ? (image_alt ?? conflictTexts.yes) : ''),
}

function timeWords({ day, startTime, endDay, endTime, allDay }: EventDraft): string {
  const days = endDay === day ? plainDay(day) : `${plainDay(day)} – ${plainDay(endDay)}`
  if (allDay) return `${days}, ${dialogTexts.allDay}`
  return `${days}, ${clockRange(instantAt(day, startTime, 'UTC'), instantAt(endDay, endTime, 'UTC'), 'UTC')}`
}
