export const followPageTexts = {
  back: (calendar: string) => `Volver a ${calendar}`,
  limited: { title: 'Inténtelo mañana', body: 'Sin JavaScript solo unas pocas personas al día pueden seguirlo.' },
} as const
