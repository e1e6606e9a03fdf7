import { Mail, Pencil, Phone, X } from 'lucide-react'
import { shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { classes } from '#web/ui/classes.ts'
import { ContactState, canBeAsked } from './contact-state.tsx'
import type { Contact } from './queries.ts'
import { dialogTexts, peopleTexts } from './texts.ts'

interface ContactRowProps {
  contact: Contact
  zone: string
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onEdit: () => void
  onRemove: () => void
  onAsk: () => void
}

/** One contact: in a wide list a line of columns, in a narrow one its state stands below the address. */
export function ContactRow({ contact, zone, isSelected, onSelect, onEdit, onRemove, onAsk }: ContactRowProps) {
  const { contact_value: address, name, tags, reason, last_sent_at: sent } = contact
  const askLabel = reason === 'expired' ? peopleTexts.askAgain : peopleTexts.ask
  return (
    <li className={classes('flex items-start gap-3 px-3 py-2.5', isSelected && 'bg-chosen-row')}>
      <input
        type="checkbox"
        aria-label={peopleTexts.select(address)}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
        className="mt-1.5 size-6 shrink-0 accent-ink"
      />
      <Avatar contact={contact} />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 @2xl:grid-cols-2 @4xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_8.5rem]">
        <div className="min-w-0">
          {name && <p className="truncate font-semibold">{name}</p>}
          <p className={classes('truncate', name && 'text-sm text-muted')} title={address}>
            {address}
          </p>
          {tags.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-1">
              {tags.map((tag) => (
                <span key={tag} className="max-w-full truncate rounded-[5px] bg-sunk px-1.5 py-0.5 text-xs">
                  {tag}
                </span>
              ))}
            </p>
          )}
        </div>
        <div className="min-w-0">
          <ContactState contact={contact} zone={zone} />
          {canBeAsked(contact) && (
            <button
              type="button"
              aria-label={`${askLabel}: ${address}`}
              onClick={onAsk}
              className="link min-h-6 text-sm font-semibold"
            >
              {askLabel}
            </button>
          )}
        </div>
        <p className={classes('text-sm text-muted tabular-nums', !sent && 'max-sm:hidden')}>
          {sent ? peopleTexts.lastSent(shortDay(dayInZone(sent, zone))) : peopleTexts.neverSent}
        </p>
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        <button type="button" aria-label={peopleTexts.edit(address)} onClick={onEdit} className={action}>
          <Pencil aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={dialogTexts.remove(address)}
          onClick={onRemove}
          className={classes(action, 'hover:text-danger')}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </li>
  )
}

const action = 'grid size-10 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink'

function Avatar({ contact: { name, contact_type } }: { contact: Contact }) {
  const Icon = contact_type === 'phone' ? Phone : Mail
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-sunk text-xs font-semibold text-muted max-sm:hidden"
    >
      {name ? initialsOf(name) : <Icon className="size-4" />}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(' ')
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase()
}
