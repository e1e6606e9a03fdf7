export const toolTexts = {
  subscribe: 'Sus eventos en Google, Apple u Outlook',
  embed: 'En su propio sitio web',
  import: 'De un archivo o de otro calendario',
  several: 'Mover, cancelar o cambiar muchos a la vez',
  print: 'Mes, lista, volante o letra grande',
  history: 'Quién cambió qué, y cuándo',
  leave: 'Deja de ser miembro',
} as const
