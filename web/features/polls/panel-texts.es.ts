import { failure } from '#domain/texts/toast.ts'

export const pollPanelTexts = {
  title: 'Encuestas de fecha',
  hint: 'Proponga algunas horas, y la gente dice cuáles le convienen, con cuenta o sin ella. Luego haga un evento de la mejor.',
  propose: 'Proponer fechas',
  open: 'Preguntar',
  time: (number: number) => `Hora ${number}`,
  day: 'Fecha',
  start: 'Empieza',
  end: 'Termina',
  addTime: 'Agregar una hora',
  removeTime: (number: number) => `Quitar la hora ${number}`,
  page: 'Ver la página',
  event: 'Ver el evento',
  states: { open: 'Abierta', closed: 'Cerrada', event: 'En el calendario' },
  nobody: 'Nadie todavía',
  make: 'Hacer un evento',
  close: 'Cerrar',
  delete: 'Borrar',
  loadFailed: failure('No se pudieron cargar las encuestas.'),
  failed: failure('No se pudo guardar la encuesta.'),
  /** By the function of the database. */
  ask: {
    make_poll_event: {
      title: '¿Hacer un evento?',
      body: 'Se agrega al calendario como cualquier otro evento, y la encuesta se cierra.',
      confirm: 'Agregar evento',
      done: { title: 'En el calendario', body: 'Ahora puede editar el evento.' },
    },
    close_poll: {
      title: '¿Cerrar esta encuesta?',
      body: 'Nadie podrá responder más. Todavía puede hacer un evento de ella.',
      confirm: 'Cerrar encuesta',
      done: { title: 'Cerrada', body: 'La encuesta ya no admite respuestas.' },
    },
    delete_poll: {
      title: '¿Borrar esta encuesta?',
      body: 'También se borran todas sus respuestas. El evento que salió de ella se queda.',
      confirm: 'Borrar encuesta',
      done: { title: 'Borrada', body: 'La encuesta y sus respuestas están borradas.' },
    },
    propose_dates: {
      done: { title: 'La encuesta está abierta', body: 'Se muestra en la página pública del calendario.' },
    },
  },
} as const
