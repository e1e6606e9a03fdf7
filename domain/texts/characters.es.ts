export const characterTexts = {
  notText: (label: string) => `${label}: debe ser un texto`,
  tooLong: (label: string, max: number) => `${label}: como máximo ${max} caracteres`,
  unusable: (label: string) => `${label}: contiene caracteres que no se pueden usar`,
} as const
