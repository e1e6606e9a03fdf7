export const suggestionTexts = {
  suggest: 'Sugerir un evento',
  reason: 'Motivo',
  expiredLink: 'Esta sugerencia ya no está guardada o su enlace ha caducado. Sugiera el evento otra vez.',
  closed: 'Este calendario no acepta sugerencias en este momento.',
  tooMany: 'Hay demasiadas sugerencias en espera para este calendario. Inténtelo más tarde.',
  decided: 'Esta sugerencia ya se decidió.',
  eventGone: 'Este evento ya pasó o ya no está en el calendario, así que no se puede cambiar.',
  failed: 'No se pudo guardar su sugerencia. Inténtelo otra vez.',
} as const
