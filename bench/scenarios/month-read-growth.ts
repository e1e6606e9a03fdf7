import { monthGrowth } from '../growth.ts'

export const scenario = monthGrowth({
  question: 'Does a month take longer to read when the product has five million events instead of ten thousand?',
  small: { size: 'S', has: '10,000 events' },
  large: { size: 'L', has: '5,000,000 events' },
})
