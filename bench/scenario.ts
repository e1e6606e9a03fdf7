// What a file in scenarios/ exports: a question, those who compete in answering it, and what we want to be true.
import type { Limit } from './budgets.ts'
import type { SizeName } from './data.ts'
import type { FilledCluster } from './filled-clusters.ts'
import type { Product, ProductOptions } from './product.ts'

/** The measured values, each with its column title. */
export const measures = {
  perSecond: 'a second',
  ms: 'ms',
  p50: 'p50 ms',
  p99: 'p99 ms',
  nodeCpu: 'Node CPU ms',
  postgresCpu: 'PG CPU ms',
  firstMs: 'first ms',
  mb: 'MB',
  kb: 'kB',
  score: 'score',
  fcp: 'FCP ms',
  lcp: 'LCP ms',
  tbt: 'TBT ms',
  cls: 'CLS',
  inp: 'INP ms',
  errors: 'errors',
} as const

export type Sample = { errors: number } & Partial<Record<keyof typeof measures, number>>
/** Samples by contender. */
export type Samples = Record<string, Sample>

export type Contender = { name: string; measure(seconds: number): Promise<Sample> }

export type Target = Limit & { value(medians: Samples): number | undefined }

export type Scenario = {
  question: string
  /** Paths of what it measures, one of `code` of measured-code.ts. */
  code: readonly string[]
  /** The sizes that it needs; the command line may replace the first. */
  sizes: SizeName[]
  targets: Target[]
  /** Seconds of one measurement; 5 where nothing is said. 0: it takes as long as it takes, and visitors send each request once. */
  seconds?: number
  /** Fewer rounds than the command asks for, where one takes minutes. */
  mostRounds?: number
  /**
   * The contender whose p99 shows whether something else disturbed a round: where it is more than twice its best, the round does
   * not count, and the result names it.
   */
  steady?: string
  open(bench: Bench): Promise<Contender[]>
}

/** The tools of a scenario. Everything started through it is stopped at the end. */
export type Bench = {
  sizes: SizeName[]
  /** Returns the first in a measurement, the second in a try. */
  amount(measured: number, tried: number): number
  /** Shared by all who ask with the same options. */
  product(size: SizeName, options?: ProductOptions): Promise<Product>
  /** A data folder for programs that the scenario starts itself. */
  filled(size: SizeName): Promise<FilledCluster>
  /** The path of a program, or nothing after having noted how to get it. */
  program(name: string, how: string): string | undefined
  /** Adds a line to the result. */
  note(what: string): void
  /** Notes who is not run, and how to get it. */
  missing(what: string): void
  atEnd(close: () => unknown): void
  say(what: string): void
}

/** Divides by another contender's value. */
export function ratio(measure: keyof typeof measures, ours: string, theirs: string) {
  return (medians: Samples): number | undefined => {
    const [a, b] = [medians[ours]?.[measure], medians[theirs]?.[measure]]
    return a === undefined || b === undefined ? undefined : a / b
  }
}

export function value(measure: keyof typeof measures, ours = 'Townbell') {
  return (medians: Samples): number | undefined => medians[ours]?.[measure]
}

/** A scenario's stored result. */
export type Result = {
  name: string
  question: string
  date: string
  machine: string
  commit: string
  rounds: number
  contenders: Samples
  targets: { says: string; value: number | null; holds: boolean }[]
  notes: string[]
}
