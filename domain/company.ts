// Facts about the product and its company. Those that an operator sets (runtime/config.ts) have their defaults here.

export const PRODUCT_NAME = 'Townbell'
export const PRODUCT_PRICE_USD = 0

export const defaultSupportEmail = 'support@townbell.example'

/** The law requires a postal address in every mailing; operators set their own. */
export const defaultPostalAddress = 'Townbell, 1 Town Square, Springfield, IL 62701, USA'

export const supportHours = [
  { days: 'Mon-Fri', hours: '9:00-6:00' },
  { days: 'Sat', hours: '10:00-4:00' },
  { days: 'Sunday', hours: 'closed' },
] as const

export const supportHoursZone = 'Eastern time'

/** The words the home page's hero rotates through. */
export const audiences = [
  'neighborhood associations',
  'cities',
  'schools',
  'PTAs',
  'sports leagues',
  'churches',
  'non-profits',
  'businesses',
] as const
