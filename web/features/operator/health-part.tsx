import { CircleAlert, CircleCheck, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOperatorRead } from './call.ts'
import { atWords, Facts, Loaded, PartHead, type PartProps, Section } from './parts.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.health

type Provider = 'gmail' | 'outlook' | 'yahoo' | 'icloud' | 'other'
interface Mail {
  provider: Provider
  sent: number
  waiting: number
  bounced: number
  failed: number
  complained: number
  next_try: string | null
}
type HoldKind = 'operator' | 'restore' | 'clock'
interface Health {
  site: string
  checked_at: string
  mail: Mail[]
  texts: { sent: number; waiting: number }
  work: Record<
    | 'workers'
    | 'reviews'
    | 'paused'
    | 'suspended'
    | 'complaints'
    | 'bounces'
    | 'never_asked'
    | 'failed_jobs'
    | 'uncertain',
    number
  > & { planned_at: string | null }
  holds: { kind: HoldKind; held_at: string; reason: string }[]
  backup: { last: string | null; drill: string | null }
  database: { version: string; size: string; answer_ms: number; behind: number }
  townbell: { version: string; node: string }
}
type Verdict = 'ok' | 'warning' | 'bad' | 'not checked'
interface Finding {
  area: string
  verdict: Verdict
  says: string
  todo?: string
}

/** Names that are the same in every language. */
const brands: Partial<Record<Provider, string>> = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  icloud: 'iCloud',
}

const REFRESH_MS = 30_000

export function HealthPart({ isOperator }: PartProps) {
  const health = useOperatorRead<Health>('health', undefined, { refetchMs: REFRESH_MS })
  const checks = useOperatorRead<{ findings: Finding[] }>('checks')
  const found = checks.data?.findings ?? []
  return (
    <Loaded of={health}>
      {(data) => (
        <>
          <PartHead title={texts.title} action={<Holding holds={data.holds} isOperator={isOperator} />}>
            {texts.checked(data.site, atWords(data.checked_at))}
          </PartHead>
          <div className="space-y-5">
            {found
              .filter(({ verdict }) => verdict === 'bad')
              .map(({ area, says, todo }) => (
                // What the doctor says is English in both languages.
                <Banner key={says} variant="danger" title={<span lang="en">{`${area}: ${says}`}</span>}>
                  <span lang="en">{todo}</span>
                </Banner>
              ))}
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <MailOfTheDay {...data} />
              <Abuse {...data.work} />
            </div>
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
              <Section title={texts.backup}>
                <Facts
                  facts={[
                    [texts.lastBackup, data.backup.last ? atWords(data.backup.last) : texts.never],
                    [texts.lastDrill, data.backup.drill ? atWords(data.backup.drill) : texts.never],
                  ]}
                />
              </Section>
              <Section title={texts.database} aside={texts.answers(data.database.answer_ms)}>
                <Facts
                  facts={[
                    [texts.size, data.database.size],
                    [texts.workers, data.work.workers],
                    [texts.planned, data.work.planned_at ? atWords(data.work.planned_at) : texts.never],
                    [texts.failedJobs, data.work.failed_jobs],
                  ]}
                />
              </Section>
              <Section title={texts.versions}>
                <Facts
                  facts={[
                    ['Townbell', data.townbell.version],
                    ['PostgreSQL', texts.behind(data.database.version, data.database.behind)],
                    ['Node.js', data.townbell.node],
                  ]}
                />
              </Section>
            </div>
            <Section
              title={texts.checks}
              aside={
                <Button
                  variant="secondary"
                  size="small"
                  working={checks.isFetching}
                  onClick={() => void checks.refetch()}
                >
                  {texts.again}
                </Button>
              }
            >
              <Loaded of={checks}>{({ findings }) => <Findings findings={findings} />}</Loaded>
            </Section>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Holding({ holds, isOperator }: { holds: Health['holds']; isOperator: boolean }) {
  if (holds.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-semibold">{texts.on}</span>
        <PressButton act="hold" label={texts.hold} says={texts.holdSays} isDanger />
      </div>
    )
  return (
    <div className="w-full space-y-3">
      {holds.map(({ kind, held_at: at, reason }) => (
        <Banner
          key={kind}
          variant="warning"
          title={texts.held[kind]}
          action={
            isOperator && (
              <PressButton
                act="go"
                body={{ kind }}
                label={texts.go}
                says={kind === 'restore' ? texts.goAfterRestore : texts.goSays}
              />
            )
          }
        >
          {texts.heldSince(atWords(at))} <span lang="en">{reason}</span>
        </Banner>
      ))}
    </div>
  )
}

function MailOfTheDay({ mail, texts: sms, work }: Pick<Health, 'mail' | 'texts' | 'work'>) {
  const sum = (of: 'sent' | 'waiting' | 'bounced' | 'failed' | 'complained') =>
    mail.reduce((total, row) => total + row[of], 0)
  const figures: [number, string][] = [
    [sum('sent'), texts.sent],
    [sum('waiting'), texts.waiting],
    [sum('bounced') + sum('failed'), texts.bounced],
    [sum('complained'), texts.complaints],
    [sms.sent, texts.texts],
    [work.uncertain, texts.uncertain],
  ]
  return (
    <Section title={texts.mail} aside={texts.lastDay}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 pb-4">
        {figures.map(([count, label]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-3xl tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {mail.length === 0 ? (
        <p className="border-t border-line pt-4 text-muted">{texts.noMail}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the keyboard scrolls it.
        <section tabIndex={0} aria-label={texts.byProvider} className="relative overflow-x-auto">
          <table className="w-full text-left tabular-nums">
            <thead className="bg-sunk text-sm text-muted">
              <tr>
                {[texts.provider, texts.sentHead, texts.waitingHead, texts.bouncedHead, texts.state].map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-semibold">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {mail.map((row) => (
                <tr key={row.provider} className="border-t border-line">
                  <th scope="row" className="px-3 py-2.5 font-semibold">
                    {brands[row.provider] ?? texts.others}
                  </th>
                  <td className="px-3">{row.sent}</td>
                  <td className="px-3">{row.waiting}</td>
                  <td className="px-3 whitespace-nowrap">
                    {share(row.bounced + row.failed, row.sent + row.bounced + row.failed)}
                  </td>
                  <td className="px-3">
                    {row.next_try ? (
                      <span className="inline-flex items-center gap-2 font-semibold text-notice">
                        <Hourglass aria-hidden="true" className="size-4 shrink-0" />
                        {texts.asksToWait(atWords(row.next_try))}
                      </span>
                    ) : row.sent === 0 ? (
                      <span className="text-muted">{texts.noneTaken}</span>
                    ) : (
                      <span className="inline-flex items-center gap-2 text-ok">
                        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
                        {texts.taking}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  )
}

function share(count: number, of: number): string {
  return count === 0 ? '0' : `${count} (${((100 * count) / of).toFixed(1)} %)`
}

function Abuse(work: Health['work']) {
  const link = (to: string, count: number) =>
    count > 0 ? (
      <Link to={`/operator/${to}`} className="underline underline-offset-4">
        {count}
      </Link>
    ) : (
      count
    )
  return (
    <Section title={texts.abuse} aside={texts.lastMonth}>
      <Facts
        facts={[
          [texts.reviews, link('review', work.reviews)],
          [texts.paused, link('calendars', work.paused)],
          [texts.suspended, link('calendars', work.suspended)],
          [texts.spam, link('addresses', work.complaints)],
          [texts.dead, link('addresses', work.bounces)],
          [texts.neverAsked, work.never_asked],
        ]}
      />
    </Section>
  )
}

const looks = {
  bad: { icon: CircleX, className: 'text-danger' },
  warning: { icon: TriangleAlert, className: 'text-notice' },
  'not checked': { icon: CircleAlert, className: 'text-muted' },
  ok: { icon: CircleCheck, className: 'text-ok' },
}
const order: Verdict[] = ['bad', 'warning', 'not checked', 'ok']

function Findings({ findings }: { findings: Finding[] }) {
  const sorted = [...findings].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  return (
    <ul className="divide-y divide-line border-t border-line">
      {sorted.map(({ area, verdict, says, todo }) => {
        const { icon: Icon, className } = looks[verdict]
        return (
          <li key={`${area} ${says}`} className="flex gap-3 py-2.5">
            <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${className}`} />
            <p className="min-w-0 wrap-anywhere">
              <span className={`font-semibold ${className}`}>{texts.verdicts[verdict]}</span>{' '}
              <span lang="en">
                {`${area}: ${says}`} {todo && <span className="text-muted">{todo}</span>}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
