import { Ban, CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon, UserCheck, Users } from 'lucide-react'
import type { ContactState as State } from '#domain/contact-choices.ts'
import { plainDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { mayBeTexted } from '#domain/phone-shape.ts'
import { classes } from '#web/ui/classes.ts'
import type { Contact } from './queries.ts'
import { peopleTexts } from './texts.ts'

export const stateIcons: Record<State | 'everyone', LucideIcon> = {
  everyone: Users,
  confirmed: CircleCheck,
  added: UserCheck,
  waiting: Clock,
  bounced: CircleX,
  unsubscribed: CircleMinus,
  suppressed: Ban,
}

const colors: Record<State, string> = {
  confirmed: 'text-ok font-semibold',
  added: 'text-muted',
  waiting: 'text-notice font-semibold',
  bounced: 'text-danger font-semibold',
  unsubscribed: 'text-muted',
  suppressed: 'text-muted',
}

/** Shows the state of a contact, and below it why or since when. */
export function ContactState({ contact, zone }: { contact: Contact; zone: string }) {
  const Icon = stateIcons[contact.state]
  const { text, lang } = reasonOf(contact, plainDay(dayInZone(contact.since, zone)))
  return (
    <div className="min-w-0 text-sm">
      <p className={classes('flex items-center gap-1.5', colors[contact.state])}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {peopleTexts.stateOf[contact.state](contact.contact_type)}
      </p>
      <p lang={lang} className="text-muted wrap-anywhere">
        {text}
      </p>
    </div>
  )
}

/** Whether a text can ask this phone for YES. */
export function canBeAsked({ state, reason, contact_value }: Contact): boolean {
  return state === 'waiting' && reason !== 'asked' && mayBeTexted(contact_value)
}

function reasonOf({ state, reason, source, contact_value }: Contact, day: string): { text: string; lang?: string } {
  const { reasons } = peopleTexts
  switch (state) {
    case 'bounced':
      // What the carrier said, which is English.
      return reason ? { text: reason, lang: 'en' } : { text: reasons.since(day) }
    case 'waiting':
      if (!mayBeTexted(contact_value)) return { text: peopleTexts.notTexted }
      return {
        text: reason === 'asked' ? reasons.asked(day) : reason === 'expired' ? reasons.expired : reasons.notAsked,
      }
    case 'unsubscribed':
      return { text: unsubscribed(reason)(day) }
    case 'suppressed':
      return { text: reason === 'stop' ? reasons.stop(day) : reasons.blocked }
    case 'added':
      return { text: source === 'import' ? reasons.imported(day) : reasons.since(day) }
    default:
      return { text: reasons.since(day) }
  }
}

function unsubscribed(reason: string | null): (day: string) => string {
  const { reasons } = peopleTexts
  switch (reason) {
    case 'left':
    case 'too_many':
    case 'not_for_me':
    case 'never_asked':
      return reasons[reason]
    default:
      return reasons.since
  }
}
