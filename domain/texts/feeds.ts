import { type ShownStatus, statusMarks } from '../statuses.ts'

/**
 * "CANCELLED – Porch concert". Google takes events that are marked as cancelled out of sight, so nobody would see that they
 * are: the title says it instead.
 */
export function titleWithStatus(title: string, status: ShownStatus): string {
  return status === 'scheduled' ? title : `${statusMarks[status]} – ${title}`
}
