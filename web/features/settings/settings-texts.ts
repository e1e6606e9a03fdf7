export const settingsTexts = { webhooks: 'Webhooks' }
