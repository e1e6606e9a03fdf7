export const calendarTexts = {
  labels: { name: 'Nombre del calendario', description: 'Descripción', state: 'Estado', city: 'Ciudad' },
  nameRequired: 'Escriba el nombre del calendario',
  stateRequired: 'Elija un estado',
  cityRequired: 'Elija una ciudad',
  externalUrlMissing: 'Escriba la dirección de un calendario.',
  externalUrlInvalid: 'Escriba una dirección web válida',
  templateIdInvalid: 'Escriba un identificador de plantilla válido',
  timeZoneInvalid: 'Elija una zona horaria',
  hourInvalid: 'Elija una hora',
} as const
