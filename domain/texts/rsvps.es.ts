export const rsvpTexts = {
  answers: { going: 'Voy', maybe: 'Quizás', no: 'No' },
  reply: 'Su respuesta',
  party: 'Escriba cuántas personas son, de 1 a 20.',
  chooseAnswer: 'Elija una respuesta.',
  expiredLink: 'Este enlace ha caducado. Responda otra vez en la página del evento.',
  closed: 'Este evento ya no acepta respuestas.',
  noPlaces: 'No quedan tantos lugares.',
  tooMany: 'Este evento tiene tantas respuestas como puede tener.',
  failed: 'No se pudo guardar su respuesta. Inténtelo otra vez.',
  sent: { title: 'Revise su correo', body: 'Su respuesta cuenta cuando abra el enlace que le acabamos de enviar.' },
  states: {
    going: 'Usted va',
    waiting: 'Está en la lista de espera',
    maybe: 'Quizás venga',
    no: 'No viene',
  },
  full: 'Completo',
} as const
