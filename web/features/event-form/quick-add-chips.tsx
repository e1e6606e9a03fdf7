import { quickAddTexts } from '#web/features/events/quick-add-texts.ts'
import { clockTime, longDay } from '../../../domain/date-words.ts'
import { type Day, instantAt } from '../../../domain/dates.ts'
import { ruleWords } from '../../../domain/recurrence/words.ts'
import type { SentenceEvent } from '../../../domain/sentences/read-sentence.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import { type Doubt, swap } from './quick-add.ts'

export type ChipField = 'day' | 'startTime' | 'allDay' | 'location_name' | 'category' | 'repeat.kind'

interface QuickAddChipsProps {
  read: SentenceEvent
  /** The day in the form. */
  day: Day
  onSwap: (doubt: Doubt) => void
  onCorrect: (field: ChipField) => void
}

/** What was understood. A press leads to the field, or takes the other meaning of what is doubtful. */
export function QuickAddChips({ read, day, onSwap, onCorrect }: QuickAddChipsProps) {
  return (
    <ul aria-label={quickAddTexts.chips} className="flex flex-wrap gap-2">
      {chips.map(({ field, doubt, words }) => {
        const text = words(read, day)
        if (!text) return null
        const other = doubt && read.instead[doubt] && words(swap(read, doubt), day)
        return (
          <li key={field}>
            <button
              type="button"
              className="min-h-8 rounded-full border border-bell-line bg-bell-soft px-3 text-sm data-doubtful:border-dashed data-doubtful:border-line-strong"
              data-doubtful={other ? '' : undefined}
              title={other ? quickAddTexts.instead(other) : undefined}
              onClick={() => (doubt && other ? onSwap(doubt) : onCorrect(field))}
            >
              {other ? quickAddTexts.doubtful(text) : text}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface Chip {
  field: ChipField
  doubt?: Doubt
  words: (read: SentenceEvent, day: Day) => string | undefined
}

const clock = (time: string) => clockTime(instantAt('2026-01-01', time, 'UTC'), 'UTC')

const chips: Chip[] = [
  {
    field: 'day',
    doubt: 'day',
    words: ({ day, lastDay }) =>
      day &&
      [day, lastDay ?? '']
        .filter(Boolean)
        .map((each) => longDay(each))
        .join(' – '),
  },
  {
    field: 'startTime',
    doubt: 'hour',
    words: ({ startTime, endTime }) => startTime && [startTime, endTime ?? ''].map(clock).join(' – '),
  },
  { field: 'allDay', words: ({ allDay }) => allDay && quickAddTexts.allDay },
  { field: 'location_name', words: ({ place }) => place },
  { field: 'category', words: ({ category }) => categoryNames[category] },
  {
    field: 'repeat.kind',
    doubt: 'repeat',
    words: ({ repeat, day: first }, day) => repeat && ruleWords(repeat, first ?? day),
  },
]
