import type { ReactNode } from 'react'
import { localeOf } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { operatorTexts as texts } from './texts.ts'

/** What every part of the operator's screen is given. */
export interface PartProps {
  isOperator: boolean
}

export function PartHead({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-3xl">{title}</h1>
        {children && <p className="text-muted">{children}</p>}
      </div>
      {action}
    </div>
  )
}

interface SectionProps {
  title: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ title, aside, className, children }: SectionProps) {
  return (
    <Card className={classes('p-5 sm:p-6', className)}>
      <section aria-label={title}>
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl">{title}</h2>
          {aside && <div className="text-sm text-muted">{aside}</div>}
        </div>
        {children}
      </section>
    </Card>
  )
}

interface Read<Data> {
  data: Data | undefined
  isError: boolean
  error: Error | null
  refetch: () => unknown
}

/** Waits for what a part shows, and says when it did not come. */
export function Loaded<Data>({ of, children }: { of: Read<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  if (of.isError) return <LoadError message={of.error?.message || texts.loadFailed} onRetry={() => void of.refetch()} />
  return <Skeleton className="h-40 rounded-xl" />
}

/** Pairs of a name and a value, as on the cards of health. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="divide-y divide-line border-t border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const instant = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(localeOf(siteLanguage), { dateStyle: 'medium' })
export const atWords = (at: string) => instant.format(new Date(at))
export const dayWords = (at: string) => day.format(new Date(at))
