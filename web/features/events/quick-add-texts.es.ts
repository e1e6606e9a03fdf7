/** Las palabras de agregar rápido: una frase que llena el formulario. */
export const quickAddTexts = {
  label: 'Agregar rápido',
  hint: 'Escriba una frase; los campos de abajo se llenan mientras escribe.',
  placeholder: 'Reunión el jueves 18:30–20:00 en la biblioteca #aviso',
  chips: 'Campos llenados; presione uno para corregirlo',
  doubtful: (meaning: string) => `¿${meaning}?`,
  instead: (meaning: string) => `Presione para ${meaning}`,
  allDay: 'Todo el día',
} as const
