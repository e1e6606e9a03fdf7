export const buttonTexts = {
  subscribe: 'Suscribirse',
  embed: 'Insertar',
  add: 'Agregar al calendario',
  addFor: (title: string) => `Agregar al calendario: ${title}`,
} as const
