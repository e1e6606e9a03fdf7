import { CircleDashed, type LucideIcon, Tag } from 'lucide-react'
import { type ContactState, contactSorts, contactStates } from '#domain/contact-choices.ts'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/input.tsx'
import { PersonSearch } from '#web/ui/person-list.tsx'
import { stateIcons } from './contact-state.tsx'
import type { ContactCount, ContactQuery, TagCount } from './queries.ts'
import { peopleTexts } from './texts.ts'

interface ContactFiltersProps {
  counts: ContactCount[]
  tags: TagCount[]
  query: ContactQuery
  onChange: (query: ContactQuery) => void
}

export function ContactFilters({ counts, tags, query, onChange }: ContactFiltersProps) {
  const countOf = (state: ContactState | null) =>
    counts.reduce((sum, count) => sum + (state === null || count.state === state ? count.contacts : 0), 0)
  // A state that nobody is in is left out, unless it is chosen.
  const states = contactStates.filter((state) => countOf(state) > 0 || state === query.state)
  const choose = (changes: Partial<ContactQuery>) => onChange({ ...query, ...changes, page: 0 })

  return (
    <div className="space-y-3">
      <div className="grid gap-3 @lg:grid-cols-[minmax(0,1fr)_13rem] @3xl:grid-cols-1">
        <PersonSearch
          label={peopleTexts.search}
          search={query.search}
          onSearch={(search) => choose({ search })}
          isRequest
        />
        <Select
          aria-label={peopleTexts.sort}
          value={query.sort}
          onChange={(event) => choose({ sort: contactSorts.find((sort) => sort === event.target.value) ?? 'newest' })}
        >
          {contactSorts.map((sort) => (
            <option key={sort} value={sort}>
              {peopleTexts.sorts[sort]}
            </option>
          ))}
        </Select>
      </div>
      <fieldset aria-label={peopleTexts.state} className="flex flex-wrap gap-1 @3xl:flex-col">
        {([null, ...states] as const).map((state) => (
          <Filter
            key={state}
            icon={stateIcons[state ?? 'everyone']}
            label={state ? peopleTexts.states[state] : peopleTexts.everyone}
            count={countOf(state)}
            isChosen={query.state === state}
            onChoose={() => choose({ state })}
          />
        ))}
      </fieldset>
      {tags.length > 0 && (
        <fieldset className="flex flex-wrap gap-1 @3xl:flex-col">
          <legend className="mb-1 px-2.5 text-sm font-semibold text-muted">{peopleTexts.tags}</legend>
          {[...tags, { tag: '', contacts: null }].map(({ tag, contacts }) => (
            <Filter
              key={tag}
              icon={tag ? Tag : CircleDashed}
              label={tag || peopleTexts.noTag}
              count={contacts}
              isChosen={query.tag === tag}
              onChoose={() => choose({ tag: query.tag === tag ? null : tag })}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface FilterProps {
  icon: LucideIcon
  label: string
  count: number | null
  isChosen: boolean
  onChoose: () => void
}

function Filter({ icon: Icon, label, count, isChosen, onChoose }: FilterProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'flex min-h-9 min-w-0 items-center gap-2 rounded-lg px-2.5 text-left text-sm hover:bg-sunk max-sm:min-h-11',
        isChosen && 'bg-bell-soft font-semibold hover:bg-bell-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count !== null && <span className="text-muted tabular-nums">{count}</span>}
    </button>
  )
}
