export const uiTexts = { close: 'Close', tryAgain: 'Try again', notifications: 'Notifications' } as const
