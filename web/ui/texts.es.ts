export const uiTexts = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  done: 'Listo',
  discardTitle: '¿Descartar lo que escribió?',
  discardBody: 'Todavía no está guardado.',
  discard: 'Descartar',
  keepEditing: 'Seguir editando',
  tryAgain: 'Intentar de nuevo',
  notifications: 'Avisos',
  find: 'Buscar en esta lista',
  nothingFound: 'No se encontró nada',
  more: (count: number) => `Mostrar ${count} más`,
} as const
