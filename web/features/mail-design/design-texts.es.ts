import type { MailDesign } from '../../../domain/mail-designs.ts'

export const designTexts = {
  choose: 'Elegir un diseño',
  title: 'Diseños de correo',
  lead: 'Lo que la gente recibe el día de un evento, con un ejemplo. No se envía nada.',
  design: 'Diseño',
  designs: {
    'townbell-day-of': { name: 'Hoy', hint: 'Cada evento con su descripción y sus botones. Lo habitual.' },
    'townbell-agenda': { name: 'Agenda', hint: 'Una línea por evento, para días con muchos.' },
    'townbell-letter': { name: 'Carta', hint: 'Una carta personal en letra grande.' },
  } satisfies Record<MailDesign, { name: string; hint: string }>,
  language: 'Idioma',
  languages: { en: 'English', es: 'Español' },
  shown: 'Mostrar como',
  computer: 'Computadora',
  phone: 'Teléfono',
  text: 'Mensaje de texto',
  textHint: (segments: number) =>
    segments === 1
      ? 'Un segmento. Los mensajes de texto son iguales en todos los diseños.'
      : `${segments} segmentos. Los mensajes de texto son iguales en todos los diseños.`,
  loading: 'Cargando la vista previa…',
  failed: 'No se puede cargar la vista previa. Inténtelo de nuevo.',
  use: 'Usar este diseño',
  chosen: 'El diseño se usará al guardar la configuración.',
  sample: {
    title: 'Concierto en el jardín',
    description: 'Traiga una silla y a un amigo. Si llueve, nos vemos adentro.',
    location_name: 'Jardín de los Miller',
  },
}
