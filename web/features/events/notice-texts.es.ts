import { sentTexts } from '#domain/texts/sent-people.es.ts'
import { failure } from '#domain/texts/toast.ts'

export const noticeTexts = {
  legend: (count: number) =>
    count === 1 ? '¿Avisar a la persona que ya se enteró?' : `¿Avisar a las ${count} personas que ya se enteraron?`,
  notify: 'Avisarles',
  notifyHint: 'En 10 minutos, junto con otros cambios que haga hasta entonces. Antes de eso puede deshacerlo.',
  silent: 'Guardar sin avisar',
  tellDeleted: (count: number) =>
    count === 1
      ? 'Avisar de la cancelación a la persona que ya se enteró'
      : `Avisar de la cancelación a las ${count} personas que ya se enteraron`,

  waitingTitle: (count: number, time: string, people: number) =>
    `${count === 1 ? '1 cambio se anuncia' : `${count} cambios se anuncian`} a las ${time} a ${sentTexts.people(people)}`,
  alertWaits: (title: string, people: number) => `“${title}” sale en unos segundos a ${sentTexts.people(people)}`,
  alertOpen: 'Deshacer o enviar ahora',
  alertRefused: (title: string) => `“${title}” no se envió`,
  alertDraft: 'Abrir',
  waitingBody: 'Solo se avisa a quienes ya se enteraron del evento.',
  undo: 'Deshacer',
  undoAll: 'Deshacer todo',
  undoOf: (title: string) => `Deshacer el cambio de ${title}`,
  doNotTell: 'No avisar',
  doNotTellOf: (title: string) => `No avisar de ${title}`,
  sendNow: 'Enviar ahora',
  eventsTitle: (count: number, time: string) =>
    count === 1 ? `1 evento sale a las ${time}` : `${count} eventos salen, el primero a las ${time}`,
  eventsBody: 'Ya pasó la hora del correo del día, así que espera 10 minutos. Hasta entonces puede deshacerlo.',
  sendNowOf: (title: string) => `Enviar ahora: ${title}`,
  undoSendingOf: (title: string) => `Deshacer el envío de ${title}`,
  eventWithdrawn: { title: 'No se envió', body: 'El evento se queda en el calendario. No se avisa a nadie.' },
  eventSent: { title: 'El evento está saliendo' },
  undoEventFailed: failure('No se pudo deshacer el envío'),
  sendEventFailed: failure('No se pudo enviar ahora. Sale en 10 minutos.'),
  undone: { title: 'Cambio deshecho', body: 'El evento vuelve a estar como antes. No se avisará a nadie.' },
  allUndone: { title: 'Cambios deshechos', body: 'Los eventos están como antes. No se avisará a nadie.' },
  withdrawn: { title: 'No se avisará a nadie', body: 'Su cambio del evento se mantiene.' },
  sent: { title: 'El cambio se está anunciando' },
  undoFailed: failure('No se pudo cancelar el anuncio del cambio'),
  sendFailed: failure('No se pudo anunciar el cambio'),
  saved: (count: number | null) => ({
    title: 'Evento actualizado',
    body: `Avisaremos ${whoHeard(count)} en 10 minutos.`,
  }),

  alertNow: 'Enviar ahora',
  alertTitle: (calendar: string) => `¿Alerta para ${calendar}?`,
  alertBody: (title: string, calendar: string) =>
    `“${title}” sale para todas las personas de la lista de ${calendar}, por correo y mensaje de texto. Tiene diez segundos para deshacerlo. Donde es de noche, los mensajes de texto esperan hasta las 8 a.m.`,
  alertPeople: (people: number, calendar: string) =>
    `Va a ${people} personas. Escriba ${people} o ${calendar} para confirmar.`,
  alertConfirm: (people: number) => (people === 1 ? 'Enviar a 1 persona' : `Enviar a ${people} personas`),
  alertSending: 'Enviando...',
  alertFailed: failure('No se pudo enviar la alerta'),
} as const

function whoHeard(count: number | null): string {
  if (count === null) return 'a quienes ya se enteraron'
  return count === 1 ? 'a 1 persona' : `a ${count} personas`
}
