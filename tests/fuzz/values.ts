// Values by column type: mostly valid, sometimes invalid, sometimes hostile.
import type { Dice } from './dice.ts'

export const nasty: unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table public.events; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a'.repeat(5_000),
  '٣',
  -1,
  0,
  1e308,
  99999999999999999999n.toString(),
  true,
  [],
  {},
  [[]],
  { a: { b: [1] } },
  'null',
  'NaN',
  '\r\nBcc: x@example.org',
]

export function valueFor(dice: Dice, type: string, ids: string[]): unknown {
  if (dice.maybe(0.12)) return dice.pick(nasty)
  switch (type) {
    case 'uuid':
      return dice.maybe(0.85) ? dice.pick(ids) : '00000000-0000-4000-8000-000000000000'
    case 'boolean':
      return dice.maybe(0.5)
    case 'integer':
    case 'bigint':
    case 'smallint':
      return dice.pick([0, 1, 5, 10482, 2_147_483_647, -3])
    case 'double precision':
    case 'numeric':
    case 'real':
      return dice.pick([30.27, -97.74, 0, 91, 1e-9])
    case 'date':
      return dice.pick(['2031-01-01', '2027-02-28', '2027-02-30', '0001-01-01', 'infinity', '9999-12-31'])
    case 'timestamp with time zone':
      return dice.pick(['2031-01-01T18:00:00Z', '2031-01-01T20:00:00+02:00', '2027-03-14T02:30:00', '-infinity', 'now'])
    case 'time without time zone':
      return dice.pick(['08:00', '24:00', '25:00', '18:30:00'])
    case 'interval':
      return dice.pick(['1 day', 'P1D', '-1 century'])
    case 'jsonb':
    case 'json':
      return dice.pick([{}, [], { a: 1 }, 'text', 7])
    case 'bytea':
      return dice.pick(['\\x01', 'AQ=='])
    default:
      return dice.maybe(0.1) && type.endsWith('[]') ? [] : words(dice)
  }
}

/** What such texts look like; wild cards may match what a caller may not see. */
function words(dice: Dice): string {
  return dice.pick([
    'Elm Street',
    'Event',
    'Alert',
    'admin',
    'member',
    'email',
    'phone',
    'ann@example.org',
    '+15125550123',
    'Texas',
    'Austin',
    'America/Chicago',
    'FREQ=WEEKLY;COUNT=3',
    'https://example.org/x',
    '*anar*',
    '%anar%',
    'c*y*',
    'active',
    'cancelled',
    'this',
    'all',
  ])
}
