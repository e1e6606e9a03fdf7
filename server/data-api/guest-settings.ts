// Which calendar a guest's request names. Guests can open a calendar that is not listed by its id, but not find it: the policies in
// database/schema/21_calendars.sql compare with what is set here.
import type { Statement } from '#database/scope.ts'
import { isUuid } from '#domain/uuid.ts'
import type { RestRequest } from '#server/rest/request.ts'

/** For the data API: settings of a guest's transaction. A request names a calendar by `id=eq.` (calendars) or `calendar_id=eq.` (other tables). */
export function guestSettings({ resource, query }: RestRequest, { text }: Statement): Record<string, string> {
  const column = resource === 'calendars' ? 'id' : 'calendar_id'
  for (const { path, value } of query.conditions) {
    if (path.length > 0 || value.kind !== 'filter' || value.negated) continue
    const { field, operation } = value
    if (field.name !== column || operation.kind !== 'compare' || operation.operator !== 'eq') continue
    if (isUuid(operation.value)) return { 'townbell.calendar': operation.value }
  }
  // SQL names a column as it is called, however the request spelled it.
  return { 'townbell.calendar': text.includes('admin_email') ? 'address without id' : '' }
}
