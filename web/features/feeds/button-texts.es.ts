export const buttonTexts = {
  subscribe: 'Agregar a mi app de calendario',
  share: 'Compartir',
  embed: 'Insertar',
  add: 'Agregar al calendario',
  addShort: 'Agregar',
  addFor: (title: string) => `Agregar al calendario: ${title}`,
} as const
