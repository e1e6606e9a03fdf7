export const timeGridTexts = { hours: 'Horas del día' } as const
