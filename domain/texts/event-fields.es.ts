export const eventFieldNames = {
  title: 'Título del evento',
  description: 'Descripción',
  locationName: 'Nombre del lugar',
  location: 'Dirección del lugar',
  statusReason: 'Motivo',
  imageAlt: 'Qué muestra la imagen',
} as const
