export const calendarPageTexts = {
  description: (calendar: string, place: string, month: string) =>
    `Eventos de ${calendar} en ${place}, ${month}. Sígalo por correo o mensaje de texto.`,
  keywords: ['calendario comunitario', 'eventos'],
  print: 'Imprimir',
  publicCalendar: 'Calendario público',
  isPublic: 'Este es un calendario público. Todos pueden ver sus eventos.',
  questions: '¿Preguntas? Escriba a',
  chosenDay: 'El día elegido',
  chooseADay: 'Elija un día',
  allOf: (month: string) => `Todo ${month}`,
  nextDay: (day: string) => `Siguiente: ${day}`,
} as const
