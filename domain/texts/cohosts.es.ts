import type { cohostTexts as English } from './cohosts.ts'

export const cohostTexts = { badNumber: 'Escriba el número de un calendario.' } satisfies Record<
  keyof typeof English,
  string
>
