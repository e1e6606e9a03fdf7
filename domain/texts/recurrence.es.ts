import type { RuleProblem } from './recurrence.ts'

export type { RuleProblem } from './recurrence.ts'

export const ruleProblemTexts = {
  tooOften: 'Un evento se puede repetir como máximo una vez al día.',
  tooMany: 'Un evento se puede repetir como máximo 1000 veces.',
  twoEnds: 'Un evento se repite hasta un día o un número de veces, no ambas cosas.',
  unreadable: 'Esta repetición no se puede leer.',
  never: 'Con estas opciones el evento nunca tendría lugar.',
} as const satisfies Record<RuleProblem, string>

export const repeatFieldTexts = {
  notUpTo: (max: number) => `Escriba un número del 1 al ${max}`,
  noLastDate: 'Elija la última fecha',
} as const
