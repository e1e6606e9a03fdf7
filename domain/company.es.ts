export * from './company.ts'

export const supportHours = [
  { days: 'Lun-Vie', hours: '9:00-6:00' },
  { days: 'Sáb', hours: '10:00-4:00' },
  { days: 'Domingo', hours: 'cerrado' },
] as const

export const supportHoursZone = 'Hora del Este'

export const audiences = [
  'asociaciones vecinales',
  'ciudades',
  'escuelas',
  'asociaciones de padres',
  'ligas deportivas',
  'iglesias',
  'organizaciones benéficas',
  'negocios',
] as const
