export const uiTexts = { close: 'Close', notifications: 'Notifications' } as const
