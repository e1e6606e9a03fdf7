import { MONEY_BACK_DAYS, TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { plans, priceOf, promises } from '#domain/plans.ts'

export const pricingTexts = {
  head: {
    title: 'Precios | Townbell',
    description:
      'Planes Gratis, Pro y Empresa para calendarios comunitarios. Empiece gratis, sin tarjeta de crédito, con 30 días de garantía de devolución.',
    keywords: ['precios', 'calendario comunitario gratis', 'planes'],
  },
  title: 'Planes sencillos para cada grupo',
  lead: `Empiece gratis y siga gratis mientras le sirva. ${promises.card}.`,
  free: {
    title: 'Aquí todo es gratis',
    lead: 'Este sitio no tiene planes de pago, ni límite de calendarios o contactos.',
  },
  planned: 'previsto',
  startFree: 'Empezar gratis',
  choose: (plan: string) => `Elegir ${plan}`,

  questionsTitle: 'Preguntas frecuentes',
  questions: [
    {
      question: '¿El plan gratis es gratis de verdad?',
      answer: `Sí: ${priceOf(plans.free)} ${plans.free.period}, y sin tarjeta de crédito. Una cuenta gratis tiene ${TRIAL_CALENDARS} calendario con hasta ${TRIAL_CONTACTS} contactos.`,
    },
    {
      question: '¿Pagan algo quienes siguen un calendario?',
      answer:
        'Nunca. Ni siquiera necesitan una cuenta. Por los mensajes de texto, su operador puede cobrar tarifas de mensajes y datos.',
    },
    {
      question: '¿Cómo cambio a un plan mejor?',
      answer: 'El pago en línea llegará pronto. Mientras tanto, escríbanos y preparamos su plan el mismo día.',
    },
    {
      question: '¿Y si no es para nosotros?',
      answer: `Cancele cuando quiera. En los primeros ${MONEY_BACK_DAYS} días de un plan de pago le devolvemos su dinero.`,
    },
    { question: '¿Hay costos de instalación?', answer: 'No, en ningún plan.' },
  ],
  somethingElse: '¿Otra pregunta?',
  contactUs: 'Contáctenos',
} as const

export const purchaseTexts = {
  head: { title: 'Su plan | Townbell', description: 'Qué incluye su plan, cuánto cuesta y cómo obtenerlo.' },
  title: (plan: string) => `Plan ${plan}`,
  yourPlan: 'Su plan',
  payment: (when: string) => `Pago en línea: ${when}`,
  paymentBody: (plan: string) =>
    `Todavía no podemos recibir pagos en esta página. Escriba a nuestro equipo de ventas y le preparamos su plan ${plan}.`,
  contactSales: 'Contactar a ventas',
  back: 'Volver a precios',
} as const
