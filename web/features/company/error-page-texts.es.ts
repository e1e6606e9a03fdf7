export const errorPageTexts = {
  title: 'Algo salió mal',
  body: 'Es culpa nuestra, no suya. Inténtelo de nuevo en un momento.',
} as const

export const notFoundTexts = {
  head: { title: 'Página no encontrada | Townbell', description: 'Esta página no existe.' },
  title: 'Página no encontrada',
  body: 'Aquí nadie tocó la campana: esta página no existe o cambió de lugar. Quizás buscaba una de estas.',
  howItWorks: 'Cómo funciona',
  hints: {
    dashboard: 'Sus propios calendarios',
    pricing: 'Los planes y lo que incluyen',
    contact: 'Díganos qué buscaba',
    about: 'Un calendario en tres pasos',
    community: 'Lo que hacen los grupos con él',
  },
} as const
