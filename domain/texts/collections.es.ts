import type { collectionTexts as English } from './collections.ts'

export const collectionTexts: Record<keyof typeof English, string> = {
  notFound: 'No se encontró esta página del pueblo.',
  chooseOne: 'Por favor, elija al menos un calendario.',
}
