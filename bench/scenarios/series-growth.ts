import { monthGrowth } from '../growth.ts'

export const scenario = monthGrowth({
  question:
    'Does a month with repeated events take longer to read when the database has a million events and ten thousand series?',
  small: { size: 'RS', has: '10,000 events, 100 series' },
  large: { size: 'RL', has: '1,000,000 events, 10,000 series' },
})
