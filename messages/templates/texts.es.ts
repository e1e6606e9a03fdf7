import { slotTexts } from '#domain/texts/slots.es.ts'
import type { MailTexts } from './texts.ts'

export const mailTexts: MailTexts = {
  categories: { Event: 'Evento', Alert: 'Alerta', Notice: 'Aviso', FYI: 'Información' },
  when: { Today: 'Hoy', Tomorrow: 'Mañana', Soon: 'En una hora', Now: 'Ahora' },

  dayOfSubject:
    '{{#if has_several}}{{when}} en {{calendar.name}}: {{event_count}} eventos{{else}}{{when}}: {{title}} ({{calendar.name}}){{/if}}',
  agendaSubject: '{{calendar.name}}, {{date}}: {{#if has_several}}{{event_count}} eventos{{else}}{{title}}{{/if}}',
  letterSubject:
    '{{#if has_several}}{{event_count}} eventos {{when_lower}} en {{calendar.name}}{{else}}{{title}}, {{when_lower}}{{#unless all_day}}{{#unless is_now}}, {{start_time}}{{/unless}}{{/unless}}{{/if}}',
  goodMorning: 'Buenos días',
  goodEvening: 'Buenas tardes',
  letterIntro: 'esto es lo que hay en {{calendar.name}} el {{date}}.',
  seeCalendar: 'Ver el calendario',
  theCalendar: 'El calendario',
  countLine: '{{#if has_several}}{{event_count}} eventos{{else}}1 evento{{/if}} {{when_lower}}',
  viewEvent: 'Ver el evento',
  addToCalendar: 'Agregar al calendario',
  willYouCome: '¿Va a asistir?',
  full: 'Completo',
  canWait: 'Completo. Puede unirse a la lista de espera:',
  waitingList: 'En espera',
  answers: { going: 'Voy', maybe: 'Quizás', no: 'No voy' },
  directions: 'Cómo llegar',
  seeUpdates: 'Ver novedades',
  readWhatHappened: 'Leer qué pasó',
  messageFrom: (person) => `Un mensaje de ${person}`,
  messageSubject: (event, day, calendar) => `Sobre ${event}, ${day} (${calendar})`,
  alertMore: 'Le escribiremos de nuevo cuando haya novedades y cuando termine.',
  stillNeeded: slotTexts.stillNeeded,
  andMore: slotTexts.more,
  alsoThisWeek: 'También esta semana',
  reply: 'Responda a este mensaje para escribir a los organizadores.',
  followIt: '¿Se lo reenviaron? Siga este calendario',
  wholeCalendar: 'Todo el calendario',

  todayIn: (when, calendar) => `${when} en ${calendar}`,
  digestSubject: (count) => `Hoy: ${count} eventos`,
  weekSubject: (title, calendar) => `Esta semana: ${title} (${calendar})`,
  weekSubjectOfSeveral: (count, calendar) => `Esta semana en ${calendar}: ${count} eventos`,

  choose: 'Elija lo que recibe',
  unsubscribe: 'Cancelar suscripción',
  sentWith: 'Enviado con',
  forCalendar: 'para',
  brokenButton: 'Si el botón no funciona, copie esta dirección en su navegador:',

  whyFollow: (calendar) => `Recibe este mensaje porque sigue ${calendar}.`,
  whyMember: (calendar) => `Recibe este mensaje porque es miembro de ${calendar}.`,
  whyListed: (calendar) =>
    `Recibe este mensaje porque un administrador de ${calendar} incluyó su dirección en la lista.`,
  whyGuest: (calendar) => `Recibe este mensaje porque respondió o se inscribió en un evento de ${calendar}.`,
  whyTest: (product, calendar) => `Recibe este mensaje porque pidió a ${product} una prueba de ${calendar}.`,
  whyDigest: (calendars) =>
    `Recibe este mensaje porque eligió un solo correo al día para los calendarios que sigue: ${calendars}.`,
}
