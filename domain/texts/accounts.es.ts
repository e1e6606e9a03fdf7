import { PASSWORD_MAX } from '../limits.ts'
import { failure } from './toast.ts'

export const accountTexts = {
  signUpRule: {
    forInvited: 'Para registrarse aquí necesita una invitación. Use la dirección a la que se envió.',
    forDomains: (domains: string[]) => `Para registrarse aquí necesita una dirección de correo de ${oneOf(domains)}.`,
    forBoth: (domains: string[]) =>
      `Para registrarse aquí necesita una dirección de correo de ${oneOf(domains)}, o una invitación a la dirección que use.`,
    forNamed: 'Aquí no todos pueden registrarse. Consúltenos primero.',
    onlyIfAllowed: 'Solo lo enviamos a direcciones que pueden registrarse aquí.',
  },

  displayNameInRules: 'Nombre visible',
  displayNameRequired: 'Escriba su nombre',
  passwordRequired: 'Escriba su contraseña',
  passwordTooLong: `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres`,
  passwordCommon: 'Esta contraseña es de las primeras que prueban los atacantes. Elija otra.',
  confirmPasswordRequired: 'Confirme su contraseña',
  passwordsDiffer: { title: 'Las contraseñas no coinciden', body: 'Escriba la misma contraseña en los dos campos.' },
  agreementRequired: {
    title: 'Falta su aceptación',
    body: 'Acepte los Términos del servicio y la Política de privacidad para crear una cuenta.',
  },
  captchaRequired: {
    title: 'Falta la verificación',
    body: 'Complete la verificación reCAPTCHA para continuar.',
  },

  captchaFailed: failure('La verificación reCAPTCHA falló. Inténtelo de nuevo.'),
  harderPuzzle:
    'Alguien ha estado adivinando la contraseña de esta cuenta. Verifique otra vez; ahora tarda un poco más.',

  passwordNeeded: 'Escriba su contraseña una vez más.',
  passwordWrong: 'Esta no es su contraseña.',
  mailedCodeNeeded: 'Escriba el código de su correo.',
  mailedCodeWrong: 'Este código no es correcto o ya venció. Use el más reciente.',
  otherBrowser:
    'Este enlace solo funciona en el navegador desde el que se pidió. Escriba allí los seis dígitos del correo.',

  passkeyNameInRules: 'El nombre de una clave de acceso',
  passkeyNameRequired: 'Escriba un nombre',
  passkeyExpired: 'Pasó demasiado tiempo. Inténtelo de nuevo.',
  passkeyRefused: 'Esa clave de acceso no funcionó aquí. Pruebe otra o inicie sesión de otra manera.',
  passkeyExists: 'Esta clave de acceso ya se añadió.',

  codeRequired: 'Escriba el código',
  codeNeeded: 'Escriba primero el código de su segundo paso.',
  codeNeededAgain: 'Escriba primero otra vez un código de su aplicación.',
  codeWrong: 'Este código no es correcto. Compruebe la hora de su teléfono y pruebe el código que muestra ahora.',
  codeUsed: 'Este código ya se usó. Espere el siguiente.',
  recoveryCodeWrong: 'Este código de recuperación no es correcto o ya se usó.',

  noSession: failure('No hay una sesión válida. Cierre la sesión e iníciela de nuevo.'),

  confirmEmailBanner: {
    title: 'Confirme su correo electrónico',
    body: 'Haga clic en el enlace que le enviamos para activar su cuenta. Hasta entonces no puede crear calendarios.',
  },
} as const

function oneOf(domains: string[]): string {
  return new Intl.ListFormat('es', { type: 'disjunction' }).format(domains)
}
