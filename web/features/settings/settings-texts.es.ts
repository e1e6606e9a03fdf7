import type { settingsTexts as English } from './settings-texts.ts'

export const settingsTexts: typeof English = { webhooks: 'Webhooks' }
