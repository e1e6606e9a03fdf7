export const preferencesPageTexts = {
  description: 'Elija de qué, cómo y cuándo quiere enterarse. No hace falta una cuenta.',
  noScript: 'Active JavaScript para esta página: sin él no se puede elegir nada aquí.',
} as const
