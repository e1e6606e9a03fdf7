import type { link as English } from './link.ts'

export const link: typeof English = (url) => ({
  subject: 'Su enlace para dejar de recibir avisos',
  heading: 'Dejar de recibir avisos',
  before: [
    'Alguien, probablemente usted, pidió en nuestro sitio un enlace para dejar de recibir avisos en esta dirección. Muestra todos los calendarios que le escriben.',
  ],
  button: { label: 'Elegir o cancelar', url },
  after: ['Si usted no lo pidió, no tiene que hacer nada.'],
  reason: 'Recibe este único mensaje porque esta dirección se escribió en nuestra página para cancelar suscripciones.',
})
