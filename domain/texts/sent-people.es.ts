import type * as English from './sent-people.ts'

const people = (count: number) => (count === 1 ? '1 persona' : `${count.toLocaleString('es-US')} personas`)

export const sentTexts: typeof English.sentTexts = {
  people,
  goingOut: (sent, total) => `Saliendo: ${sent} de ${total}`,
  sentTo: (count) => `Enviado a ${people(count)}`,
  sentToNobody: 'No se envió a nadie',
}
