export const uiTexts = { close: 'Cerrar', notifications: 'Avisos' } as const
