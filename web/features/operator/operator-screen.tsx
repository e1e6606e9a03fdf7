import { Suspense } from 'react'
import { NavLink } from 'react-router'
import { codeOf } from '#web/api/request-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOperatorRead } from './call.ts'
import { ClaimScreen } from './claim-screen.tsx'
import { HealthPart } from './health-part.tsx'
import { operatorTexts as texts } from './texts.ts'

const parts = {
  health: HealthPart,
  review: lazyExport(() => import('./review-part.tsx'), 'ReviewPart'),
  people: lazyExport(() => import('./people-part.tsx'), 'PeoplePart'),
  calendars: lazyExport(() => import('./calendars-part.tsx'), 'CalendarsPart'),
  addresses: lazyExport(() => import('./addresses-part.tsx'), 'AddressesPart'),
  operators: lazyExport(() => import('./operators-part.tsx'), 'OperatorsPart'),
  history: lazyExport(() => import('./history-part.tsx'), 'HistoryPart'),
}
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** The screen for whoever runs this installation; for everybody else the form for the code that claims it. */
export function OperatorScreen({ part }: { part: string | undefined }) {
  const me = useOperatorRead<{ role: 'operator' | 'helper' }>('me')
  if (me.isPending) return <Skeleton className="m-6 h-64 rounded-xl" />
  if (codeOf(me.error) === 'not_found') return <ClaimScreen />
  if (codeOf(me.error) === 'insufficient_aal')
    return (
      <Page width="narrow">
        <EmptyState
          title={texts.secondStep.title}
          action={<ButtonLink to="/account">{texts.secondStep.account}</ButtonLink>}
        >
          {texts.secondStep.body}
        </EmptyState>
      </Page>
    )
  if (!me.data)
    return (
      <Page width="narrow">
        <LoadError message={me.error?.message || texts.loadFailed} onRetry={me.refetch} />
      </Page>
    )
  const shown = names.find((name) => name === part) ?? 'health'
  const Shown = parts[shown]
  return (
    <div className="mx-auto max-w-[100rem] px-4 pt-6 pb-14 sm:px-6">
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line">
        <Badge>{texts.roles[me.data.role]}</Badge>
        <nav aria-label={texts.title} className="flex flex-wrap">
          {names.map((name) => (
            <NavLink
              key={name}
              to={name === 'health' ? '/operator' : `/operator/${name}`}
              end
              className={classes(
                '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent px-2 text-sm font-semibold text-muted no-underline hover:text-ink sm:px-3',
                'aria-[current=page]:border-bell-line aria-[current=page]:text-ink',
              )}
            >
              {texts.parts[name]}
            </NavLink>
          ))}
        </nav>
      </div>
      <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
        <Shown isOperator={me.data.role === 'operator'} />
      </Suspense>
    </div>
  )
}
