import { days, hours, minutes } from './durations.ts'

/** "en 12 minutos" */
export function waitWords(milliseconds: number): string {
  if (milliseconds < minutes(1)) return inUnits(milliseconds, 1000, 'segundo')
  if (milliseconds < hours(1)) return inUnits(milliseconds, minutes(1), 'minuto')
  if (milliseconds < days(1)) return inUnits(milliseconds, hours(1), 'hora')
  return inUnits(milliseconds, days(1), 'día')
}

function inUnits(milliseconds: number, unit: number, word: string): string {
  const count = Math.max(1, Math.ceil(milliseconds / unit))
  return `en ${count} ${word}${count === 1 ? '' : 's'}`
}
