import { failure } from '#domain/texts/toast.ts'

export const supportPageTexts = {
  head: {
    title: 'Contáctenos | Townbell',
    description: 'Escriba a quienes hacemos Townbell: horario de atención, dirección y un formulario que nos llega.',
    keywords: ['contacto', 'atención', 'ayuda'],
  },
  lead: 'Preguntas, problemas, un plan mejor, una idea: escríbanos. Lo leen personas.',
  formTitle: 'Envíenos un mensaje',
  send: 'Enviar mensaje',
  sending: 'Enviando...',
  office: 'Oficina',
  hours: 'Horario de atención',
  quickLinks: 'Enlaces rápidos',
  howItWorks: 'Cómo funciona',
  sent: { title: '¡Mensaje enviado!', body: 'Gracias por su mensaje. Le responderemos pronto.' },
  failed: failure('No se pudo enviar el mensaje'),
  email: 'Correo electrónico',
} as const
