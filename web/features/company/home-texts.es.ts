import type { EventCategory } from '#domain/categories.ts'
import { promises } from '#domain/plans.ts'

export const homeTexts = {
  head: {
    title: 'Townbell | Calendarios comunitarios que llegan a todos',
    description:
      'Un solo calendario compartido para su grupo. Quienes lo siguen se enteran de cada evento el mismo día, por correo y mensaje de texto. Gratis y sin tarjeta de crédito.',
    keywords: [
      'calendario comunitario',
      'calendario compartido',
      'avisos de eventos',
      'correo y SMS',
      'vecindario',
      'escuela',
      'asociación de padres',
    ],
  },
  title: 'El calendario compartido que llega a todos, para',
  lead: 'Publique un evento una sola vez. Todos los que siguen su calendario se enteran el mismo día, por correo y por mensaje de texto. No hay que instalar ninguna aplicación.',
  find: 'Encontrar un calendario',
  trial: `Prueba gratis. ${promises.card}.`,
  pause: 'Detener las palabras',
  move: 'Mover las palabras',
  and: 'y',

  stepsTitle: 'Tres pasos, y suena la campana',
  steps: [
    {
      title: 'Cree su calendario',
      text: 'Póngale un nombre y una ciudad. Tendrá una página pública que los vecinos pueden encontrar, seguir e imprimir.',
    },
    {
      title: 'Agregue eventos y personas',
      text: 'Publique eventos, alertas y avisos. Agregue usted a los destinatarios, o deje que los visitantes lo sigan confirmando su correo.',
    },
    {
      title: 'Todos se enteran, el mismo día',
      text: 'El día de cada evento, su calendario les escribe a todos: un correo con los eventos del día, o un mensaje de texto.',
    },
  ],

  kindsTitle: 'Diga qué tipo de noticia es',
  kindsLead:
    'Cada entrada lleva una de cuatro marcas, para ver de un vistazo qué es una fecha y qué es una advertencia.',
  kinds: {
    Event: 'Conciertos, partidos, reuniones y todo lo que tiene principio y fin.',
    Alert: 'Sin agua, calle cerrada, viene una tormenta. Lo que hay que saber hoy.',
    Notice: 'Elecciones, plazos, limpieza de calles. Lo que conviene tener en cuenta.',
    FYI: 'Gatos perdidos, llaves encontradas, buenas noticias. Lo que da gusto saber.',
  } satisfies Record<EventCategory, string>,

  moreTitle: 'Y alrededor de cada evento',
  more: [
    { title: 'Quién viene', text: 'Respuestas sin cuenta, con lugares y lista de espera.' },
    {
      title: 'Voluntarios y cosas para traer',
      text: 'Listas en la página del evento. Quien ayuda recibe un recordatorio la noche anterior.',
    },
    { title: 'Alertas', text: 'Con novedades y fin de la alerta, por correo, mensaje de texto y navegador.' },
    { title: 'Sugerencias', text: 'Los visitantes proponen eventos y usted decide.' },
    { title: 'Páginas del pueblo', text: 'Varios calendarios en una página, que se siguen juntos.' },
    { title: 'En su sitio web', text: 'Inserte el calendario, o agréguelo a cualquier app de calendario.' },
    { title: 'Desde donde esté', text: 'Importe eventos de Google, Outlook, Apple, Teamup o una hoja de cálculo.' },
    { title: 'In English', text: 'Páginas, correos y mensajes de texto en español e inglés.' },
  ],

  closingTitle: 'Su comunidad espera noticias suyas',
  closing: `Se prepara en unos dos minutos. ${promises.card}; ${promises.cancel.toLowerCase()}.`,

  example: {
    title: 'Esto es lo que ven los vecinos',
    lead: 'Un ejemplo de calendario, tal como se ve hoy.',
    invented: 'un ejemplo inventado',
  },

  mail: {
    title: 'Un ejemplo del correo de la mañana',
    caption: 'El correo de esta mañana, tal como lo ven los seguidores.',
  },
} as const
