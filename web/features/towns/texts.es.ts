export const townTexts = {
  share: 'Compartir',
  nextUp: {
    today: 'Lo próximo, hoy',
    tonight: 'Lo próximo, esta noche',
    tomorrow: 'Lo próximo, mañana',
    later: 'Lo próximo',
  },
  calendars: (count: number) => (count === 1 ? '1 calendario' : `${count} calendarios`),
  follow: 'Seguir',
  subscribe: 'Agregar a mi app de calendario',
  embed: 'Insertar',
  months: 'Otros meses',
  filter: 'Calendarios',
  all: 'Todos los calendarios',
  only: (calendar: string) => `Solo ${calendar}`,
  coming: 'Próximos eventos',
  monthOf: (month: string) => `Eventos de ${month}`,
  showMonth: (month: string) => `Todo ${month}`,
  showComing: 'Próximos eventos',
  nothing: 'Aquí todavía no hay nada previsto.',
  tooMany: 'Hay más de lo que cabe aquí. Elija algunos de los calendarios para ver todo lo suyo.',
  more: (count: number) => `${count} más`,
  empty: 'Esta página todavía no tiene calendarios.',
  about: 'Sobre esta página',
  aboutBody: 'Muestra juntos varios calendarios públicos. Cada uno es de sus propios organizadores.',
  description: (name: string) => `Eventos de ${name}: varios calendarios comunitarios en una página.`,
  notFound: 'Esta página del pueblo no existe',
  notFoundBody: 'Puede que se haya borrado. También puede buscar un calendario.',
  failed: 'No se pudo cargar esta página',
  failedBody: 'Inténtelo otra vez en un momento.',
  find: 'Buscar un calendario',
} as const

export const townFollowTexts = {
  title: (page: string) => `Seguir ${page}`,
  lead: 'Elija qué avisos quiere recibir. Le enviaremos un solo correo para confirmar.',
  calendars: 'Calendarios',
  isFull: 'Todos los lugares están ocupados: entra en la lista de espera.',
  send: 'Enviar confirmación',
  busy: {
    title: 'Hoy no',
    body: 'Estos calendarios no pueden aceptar más seguidores hoy. Inténtelo otra vez mañana.',
  },
} as const

export const townsHead = {
  title: 'Páginas del pueblo | Townbell',
  description: 'Muestre varios calendarios públicos en una página.',
} as const
