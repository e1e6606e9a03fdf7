export const communityTexts = {
  head: {
    title: 'Comunidad | Quiénes tienen calendarios en Townbell',
    description:
      'Vecindarios, ciudades, escuelas, asociaciones de padres, ligas deportivas, iglesias, organizaciones sin fines de lucro y negocios: qué publican y cómo mantienen contentos a quienes los siguen.',
    keywords: ['comunidad', 'eventos del vecindario', 'calendario escolar', 'calendario de grupo'],
  },
  title: 'Un calendario es una promesa de estar ahí',
  lead: 'Grupos de todo tipo guardan aquí sus fechas. Esto es lo que publican, y así logran que dé gusto oír la campana.',
  who: 'Quiénes tienen calendarios aquí',
  groups: [
    {
      name: 'Asociaciones vecinales',
      text: 'Juntas, fiestas de la cuadra, días de limpieza y el corte de agua del martes.',
    },
    { name: 'Ciudades', text: 'Sesiones del concejo, obras, elecciones y el mercado que se mudó bajo techo.' },
    {
      name: 'Escuelas',
      text: 'Salidas temprano, puertas abiertas y el día de la foto, a tiempo para hallar una camisa limpia.',
    },
    {
      name: 'Asociaciones de padres',
      text: 'Ventas de pasteles y turnos de voluntarios que se llenan, porque todos se enteraron.',
    },
    { name: 'Ligas deportivas', text: 'Partidos, prácticas y suspensiones por lluvia, avisados la misma mañana.' },
    {
      name: 'Iglesias',
      text: 'Servicios, cenas y grupos de estudio, para quienes leen el correo y quienes leen mensajes de texto.',
    },
    {
      name: 'Organizaciones sin fines de lucro',
      text: 'Colectas de alimentos, talleres y noches de agradecimiento, para quienes pidieron enterarse.',
    },
    { name: 'Negocios', text: 'Degustaciones, horarios extendidos y talleres para los clientes que quieren saber.' },
  ],
  customsTitle: 'Costumbres de la plaza',
  customs: [
    {
      title: 'Escriba para un vecino',
      text: 'Quién, qué, dónde, cuándo. Una línea sobre por qué vale la pena ir. Un buen evento no necesita más.',
    },
    {
      title: 'Márquelo con honestidad',
      text: 'Una alerta es algo que exige actuar hoy. Si todo es una alerta, nada lo es.',
    },
    {
      title: 'Pregunte antes de agregar',
      text: 'Agregue a quienes le conocen y esperan sus noticias. Los demás pueden seguir la página pública por su cuenta.',
    },
    {
      title: 'Deje ir a la gente',
      text: 'Quien cancela su suscripción queda fuera, en todas las listas y después de cada importación. Solo esa persona puede cambiarlo.',
    },
  ],
  isHere: '¿Su grupo ya está aquí?',
  search: 'Busque su calendario',
} as const
