export const uiTexts = { close: 'Cerrar', tryAgain: 'Intentar de nuevo', notifications: 'Avisos' } as const
