import { PRODUCT_NAME } from '#domain/company.ts'
import type { TextTexts } from './texts.ts'

// Written without á, í, ó and ú, which the GSM alphabet lacks (it has é, ñ and ¿): one of them more than doubles the price.

export const textTexts: TextTexts = {
  when: { Today: 'hoy', Tomorrow: 'mañana', Soon: 'en una hora', Now: 'ahora' },
  allDay: 'jornada completa',
  events: (count, when) => `${count} evento${count === 1 ? '' : 's'} ${when}`,
  more: (count) => (count === 1 ? 'y otro' : `y otros ${count}`),
  // STOP is the keyword that carriers know: it works even when our server cannot be reached.
  stop: 'Responda STOP para cancelar',
  choose: 'Preferencias',

  confirmation: (calendar) =>
    `${PRODUCT_NAME}: Responda SI para recibir textos de ${calendar}. Frecuencia variable. Pueden aplicarse tarifas de msj. y datos. AYUDA=ayuda, STOP=cancelar.`,

  link: (url: string) => `${PRODUCT_NAME}: Responda STOP para cancelar. Elegir: ${url}`,

  stopped: `${PRODUCT_NAME}: Ya no le enviaremos textos. Responda START para suscribirse de nuevo.`,
  started: `${PRODUCT_NAME}: Le enviaremos textos de nuevo. Frecuencia variable. Pueden aplicarse tarifas de msj. y datos. AYUDA para ayuda, STOP para cancelar.`,
  confirmed: (calendar) =>
    `${PRODUCT_NAME}: Le enviaremos textos sobre los eventos de ${calendar}. AYUDA para ayuda, STOP para cancelar.`,
  help: (supportEmail) =>
    `${PRODUCT_NAME}: Avisos de eventos de calendarios comunitarios. Ayuda: ${supportEmail}. Frecuencia variable. Pueden aplicarse tarifas de msj. y datos. STOP para cancelar.`,
}
