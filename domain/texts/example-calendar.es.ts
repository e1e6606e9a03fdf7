import type { exampleCalendarTexts as original } from './example-calendar.ts'

export const exampleCalendarTexts: typeof original = {
  name: 'Vecinos de Elm Park',
  events: {
    concert: {
      title: 'Concierto en el porche',
      place: 'Calle Hawthorne 8',
      description: 'Traiga una silla y a un vecino.',
    },
    sweeping: {
      title: 'Limpieza de calles',
      place: 'Calles Hawthorne y Alder',
      description: 'Mueva los autos al lado de los números impares antes de las 8:00.',
    },
    water: {
      title: 'Corte de agua en la calle Alder',
      place: 'Calle Alder',
      description: 'Habrá poca presión hasta las 3 p. m.',
    },
    garden: {
      title: 'Feria de jardines',
      place: 'Parque Elm',
      description: 'Tres días de tomates y consejos.',
    },
    drive: {
      title: 'Colecta de alimentos',
      place: 'Cobertizo de herramientas',
      description: 'Deje las latas en la caja junto a la puerta.',
    },
    cat: {
      title: 'Gato perdido: Biscuit',
      place: 'Visto en la calle Alder',
      description: 'Anaranjado, tímido, le gusta el atún.',
    },
    keys: {
      title: 'Llaves encontradas',
      place: 'Cobertizo de herramientas',
      description: 'Con una cinta roja. Pregunte por Dana.',
    },
    story: {
      title: 'Hora de cuentos',
      place: 'Biblioteca pequeña',
      description: 'De dos a cinco años. Traiga una manta.',
    },
    tools: {
      title: 'Préstamo de herramientas',
      place: 'Cobertizo de herramientas',
      description: 'Llévese una escalera y devuélvala.',
    },
    pond: {
      title: 'Limpieza del estanque',
      place: 'Parque Elm, entrada norte',
      description: 'Ponemos bolsas y guantes.',
    },
    meeting: { title: 'Junta de vecinos', place: 'Escuela Elm Park', description: 'Todos son bienvenidos.' },
    books: { title: 'Club de lectura', place: 'Calle Hawthorne 12', description: 'Se puede empezar cualquier mes.' },
    recycling: {
      title: 'Día de reciclaje',
      place: 'Todas las calles',
      description: 'Saque los botes antes de las 7:00.',
    },
  },
}
