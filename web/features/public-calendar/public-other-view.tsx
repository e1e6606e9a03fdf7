import { PublicDaysView } from './public-days-view.tsx'
import { PublicFoundEvents } from './public-found-events.tsx'
import type { PublicViewProps } from './public-month-view.tsx'

/** What is looked at less often than a month, and downloaded when somebody reaches for it. */
export function PublicOtherView(props: PublicViewProps) {
  return props.shown.viewQuery.search === '' ? <PublicDaysView {...props} /> : <PublicFoundEvents {...props} />
}
