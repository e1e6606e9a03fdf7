import { failure } from './toast.ts'

export const publicCalendarTexts = {
  members: (count: number) => (count === 1 ? '1 miembro' : `${count} miembros`),
  calendarNumber: (identifier: number | string) => `Calendario #${identifier}`,
  follow: 'Seguir este calendario',
  followShort: 'Seguir',
  youManage: 'Usted administra este calendario.',
  manage: 'Administrar',
  about: 'Sobre este calendario',
  eventsFor: (date: string) => `Eventos del ${date}`,
  notFound: { title: 'Calendario no encontrado', body: 'Este calendario no existe o fue desactivado.' },
  goHome: 'Ir al inicio',
  loadFailed: failure('No se pudo cargar el calendario'),
  notFoundOrDisabled: failure('El calendario no existe o fue desactivado'),
} as const
