import { Badge } from '#web/ui/badge.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.people

/** An account as lists show it. */
export interface Listed {
  id: string
  name: string | null
  masked: string
  created_at: string
  is_confirmed: boolean
  is_trial: boolean
  is_suspended: boolean
  operator: 'operator' | 'helper' | null
  calendars: number
}

export function PersonBadges(person: Pick<Listed, 'is_confirmed' | 'is_trial' | 'is_suspended' | 'operator'>) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {person.operator && <Badge variant="bell">{operatorTexts.roles[person.operator]}</Badge>}
      {person.is_suspended && <Badge variant="danger">{texts.suspended}</Badge>}
      {!person.is_confirmed && <Badge>{texts.unconfirmed}</Badge>}
      {person.is_trial && <Badge>{texts.trial}</Badge>}
    </span>
  )
}
