// A calendar's history by day, and within a day by kind of change: fifty recipients that were added one by one are one line.
import { type Day, dayInZone } from './dates.ts'
import type { HistoryEntry } from './history.ts'

/** Entries of one kind by one person, one after another. */
export interface HistoryGroup {
  entries: [HistoryEntry, ...HistoryEntry[]]
}

export interface HistoryDay {
  day: Day
  groups: HistoryGroup[]
}

/** From how many on entries of a kind are shown as one. */
export const GROUPED_FROM = 4

/** Groups entries, which are the newest first. Only neighbors join a group, so that the order stays. */
export function groupHistory(entries: HistoryEntry[], zone: string): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const entry of entries) {
    const day = dayInZone(entry.created_at, zone)
    const last = days.at(-1)
    const group = last?.day === day ? last.groups.at(-1) : undefined
    if (group && kindOf(group.entries[0]) === kindOf(entry)) group.entries.push(entry)
    else if (last?.day === day) last.groups.push({ entries: [entry] })
    else days.push({ day, groups: [{ entries: [entry] }] })
  }
  return days.map(({ day, groups }) => ({ day, groups: groups.flatMap(split) }))
}

/** A few stay as they are. */
function split(group: HistoryGroup): HistoryGroup[] {
  return group.entries.length < GROUPED_FROM ? group.entries.map((entry) => ({ entries: [entry] })) : [group]
}

/** Imports and changes of the calendar itself say more one by one. */
function kindOf({ id, entity_type, action, actor, details }: HistoryEntry): string {
  const isSingle = entity_type === 'calendar' || action === 'import'
  return isSingle ? String(id) : [entity_type, action, actor, details.source].join(' ')
}
