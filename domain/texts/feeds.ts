// What feeds say where a calendar program shows only a title. Google takes events that are marked as cancelled out of
// sight, so nobody would see that they are: the title says it instead.

const statusWords = { cancelled: 'CANCELLED', postponed: 'POSTPONED', moved: 'MOVED' } as const

/** "CANCELLED – Porch concert" */
export function titleWithStatus(title: string, status: 'scheduled' | keyof typeof statusWords): string {
  return status === 'scheduled' ? title : `${statusWords[status]} – ${title}`
}
