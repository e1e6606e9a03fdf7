import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'

export const passwordTexts = {
  tooShort: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`,
  uppercase: 'La contraseña debe tener al menos una letra mayúscula',
  lowercase: 'La contraseña debe tener al menos una letra minúscula',
  number: 'La contraseña debe tener al menos un número',
  special: 'La contraseña debe tener al menos un carácter especial',
  tooLong: `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres`,
  unusable: 'La contraseña tiene caracteres que no se pueden usar',
  tooShortAfterReset: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`,
  resetSummary: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres, con mayúsculas, minúsculas y números`,
} as const
