export const aboutHead = {
  title: 'Conozca Townbell | El calendario que avisa a todos',
  description:
    'Por qué existe Townbell, cómo funciona un calendario comunitario en tres pasos y qué prometemos a organizadores y seguidores.',
  keywords: ['sobre Townbell', 'cómo funciona', 'calendario comunitario'],
} as const

export const privacyHead = {
  title: 'Política de privacidad | Townbell',
  description: 'Qué guarda Townbell sobre usted, por qué, por cuánto tiempo y cómo pedir que se borre.',
  keywords: ['privacidad', 'protección de datos', 'cancelar suscripción'],
} as const

export const termsHead = {
  title: 'Términos del servicio | Townbell',
  description:
    'El acuerdo entre usted y Townbell, en palabras sencillas: cuentas, contenido, mensajes, planes y aviso de cambios.',
  keywords: ['términos del servicio', 'términos de SMS'],
} as const

export const lastUpdated = (day: string) => `Última actualización: ${day}`
