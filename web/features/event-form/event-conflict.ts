import type { EventDraft } from '../../../domain/events.ts'

// Two people edited the same event. The second one to save sees what the first one changed.

type Field = keyof EventDraft

/** Fields that belong together. */
const groups = {
  title: ['title'],
  category: ['category'],
  status: ['status', 'status_reason'],
  time: ['day', 'startTime', 'endDay', 'endTime', 'allDay'],
  locationName: ['location_name'],
  location: ['location', 'latitude', 'longitude'],
  description: ['description'],
  link: ['link_url'],
  mailer: ['include_in_mailer', 'mail_tags'],
  picture: ['image', 'image_alt'],
} as const satisfies Record<string, readonly Field[]>

export type ConflictGroup = keyof typeof groups

export interface Conflict {
  group: ConflictGroup
  /** False: only the other one changed it, so theirs is taken unless the person says otherwise. */
  isMine: boolean
}

const textOf = (draft: EventDraft, group: ConflictGroup) =>
  JSON.stringify(groups[group].map((field) => draft[field] ?? ''))

/** Lists what the other one changed since the form opened and what differs from the form now. */
export function conflictsOf({ mine, opened, theirs }: Record<'mine' | 'opened' | 'theirs', EventDraft>): Conflict[] {
  return (Object.keys(groups) as ConflictGroup[])
    .filter((group) => textOf(theirs, group) !== textOf(opened, group) && textOf(theirs, group) !== textOf(mine, group))
    .map((group) => ({ group, isMine: textOf(mine, group) !== textOf(opened, group) }))
}

/** Returns my form with these groups as the other one saved them. */
export function takeTheirs(mine: EventDraft, theirs: EventDraft, taken: readonly ConflictGroup[]): EventDraft {
  const fields = taken.flatMap((group) => groups[group] as readonly Field[])
  return { ...mine, ...Object.fromEntries(fields.map((field) => [field, theirs[field]])) }
}
