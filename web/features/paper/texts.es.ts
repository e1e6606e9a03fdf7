import type { PaperStyle } from '#domain/paper.ts'

export const paperTexts = {
  title: 'Imprimir este calendario',
  choice: 'Qué imprimir',
  styles: {
    month: 'Mes con títulos',
    list: 'Lista para el refrigerador',
    flyer: 'Volante con tiras',
    large: 'Letra grande',
  } satisfies Record<PaperStyle, string>,
  hints: {
    month: 'Horizontal, un mes.',
    list: 'Todo lo de un mes, día por día.',
    flyer: 'Los próximos eventos, un código QR y tiras para arrancar.',
    large: 'La misma lista en letra más grande.',
  } satisfies Record<PaperStyle, string>,
  months: 'Mes que se imprime',
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  print: 'Imprimir',
  noScript: 'Use Imprimir en el menú de su navegador.',
  back: 'Volver al calendario',
  sheet: 'Vista previa de la hoja',
  nothing: 'No hay nada este mes.',
  nothingSoon: 'Escanee el código para ver qué hay.',
  next5: 'Próximamente',
  follow: 'Escanee para ver el calendario y seguirlo por correo. No hace falta cuenta.',
  more: (count: number) => `+${count} más`,
  head: (name: string) => ({ title: `Imprimir ${name} | Townbell`, description: `Hojas de ${name} para imprimir.` }),
} as const
