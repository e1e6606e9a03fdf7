export const invitationTexts = {
  none: 'Escriba al menos una dirección de correo',
  invalid: (word: string) => `“${word}” no es una dirección de correo válida`,
  tooMany: (max: number) => `Invite como máximo a ${max} personas a la vez`,
  role: 'Elija miembro, administrador o propietario',
  oneOwner: 'Invite a una sola persona como propietaria',
} as const
