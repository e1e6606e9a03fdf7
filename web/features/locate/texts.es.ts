import { failure } from '#domain/texts/toast.ts'

export const locatePageTexts = {
  head: {
    title: 'Buscar calendarios | Townbell',
    description:
      'Busque calendarios comunitarios públicos por estado, ciudad o nombre, y siga los que le gusten por correo o mensaje de texto.',
    keywords: ['buscar calendarios', 'eventos de la comunidad', 'eventos locales', 'eventos cerca de mí'],
  },
  lead: 'Encuentre su vecindario, escuela, equipo o ciudad, y entérese de lo que pasa.',
  search: 'Buscar',
  tryFewer: 'Revise la ortografía, o busque por ciudad, estado o número del calendario.',
  beFirst: 'Sea el primero: cree uno para su grupo.',
  startOne: 'Crear uno',
  notHere: '¿Todavía no está aquí?',
  startFor: 'Cree un calendario para su calle, escuela o club.',
  nextAt: (when: string) => `Próximo: ${when}`,
  days: { today: 'hoy', tonight: 'esta noche', tomorrow: 'mañana' },
  inState: (state: string) => ` en ${state}`,
  onNow: 'En curso',
  count: (count: number, hasMore: boolean) =>
    `${hasMore ? `Los primeros ${count}` : count} ${count === 1 ? 'calendario' : 'calendarios'}`,
  pages: 'Páginas',
  previous: 'Página anterior',
  next: 'Página siguiente',
} as const

export const locateTexts = {
  title: 'Buscar un calendario',
  placeholder: 'Busque por estado, ciudad o nombre del calendario...',
  loading: 'Cargando calendarios...',
  noMatch: 'Ningún calendario coincide con su búsqueda',
  none: 'No hay calendarios públicos',
  loadFailed: failure('No se pudieron cargar los calendarios'),
} as const
