import { useState } from 'react'
import { useMailTags } from '#web/features/events/queries.ts'
import { mailerTexts } from '#web/features/events/texts.ts'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'

interface TagChoiceProps {
  calendarId: string
  /** None means everybody. */
  tags: readonly string[]
  onChange: (tags: string[]) => void
}

/** Asks whether everybody is notified or only people with some tags. Shows nothing while no recipient has a tag. */
export function TagChoice({ calendarId, tags, onChange }: TagChoiceProps) {
  const known = useMailTags(calendarId, true)
  const [isOpen, setIsOpen] = useState(tags.length > 0)
  // A tag that nobody has any more can still be taken off.
  const shown = [
    ...known,
    ...tags.filter((tag) => known.every((one) => one.tag !== tag)).map((tag) => ({ tag, contacts: 0 })),
  ]
  if (shown.length === 0) return null
  const isTagged = isOpen || tags.length > 0

  return (
    <div className="mt-4">
      <RadioGroup legend={mailerTexts.audience}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Radio
            name="audience"
            label={mailerTexts.everybody}
            checked={!isTagged}
            onChange={() => {
              setIsOpen(false)
              onChange([])
            }}
          />
          <Radio name="audience" label={mailerTexts.onlyTags} checked={isTagged} onChange={() => setIsOpen(true)} />
        </div>
      </RadioGroup>
      {isTagged && (
        <div className="mt-3 flex max-h-40 flex-wrap gap-x-6 gap-y-2 overflow-y-auto pl-8">
          {shown.map(({ tag, contacts }) => (
            <Checkbox
              key={tag}
              label={mailerTexts.tagCount(tag, contacts)}
              checked={tags.includes(tag)}
              onChange={({ target }) =>
                onChange(target.checked ? [...tags, tag].sort() : tags.filter((one) => one !== tag))
              }
            />
          ))}
        </div>
      )}
    </div>
  )
}
