export const uiTexts = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  done: 'Listo',
  tryAgain: 'Intentar de nuevo',
  notifications: 'Avisos',
  find: 'Buscar en esta lista',
  nothingFound: 'No se encontró nada',
  more: (count: number) => `Mostrar ${count} más`,
} as const
