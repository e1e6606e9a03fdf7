import { PASSWORD_MAX } from '../limits.ts'
import { failure } from './toast.ts'

export const accountTexts = {
  displayNameInRules: 'Nombre visible',
  displayNameRequired: 'Escriba su nombre',
  passwordRequired: 'Escriba su contraseña',
  passwordTooLong: `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres`,
  passwordCommon: 'Esta contraseña es de las primeras que prueban los atacantes. Elija otra.',
  confirmPasswordRequired: 'Confirme su contraseña',
  passwordValidationFailed: (firstUnmetRule: string) => ({ title: 'La contraseña no cumple', body: firstUnmetRule }),
  passwordsDiffer: { title: 'Las contraseñas no coinciden', body: 'Escriba la misma contraseña en los dos campos.' },
  agreementRequired: {
    title: 'Falta su aceptación',
    body: 'Acepte los Términos del servicio y la Política de privacidad para crear una cuenta.',
  },
  captchaRequired: {
    title: 'Falta la verificación',
    body: 'Complete la verificación reCAPTCHA para continuar.',
  },

  unexpected: failure('Ocurrió un error inesperado'),
  captchaFailed: failure('La verificación reCAPTCHA falló. Inténtelo de nuevo.'),
  captchaUnreachable: failure('La verificación falló. Inténtelo de nuevo.'),
  signedUp: {
    title: '¡Revise su correo!',
    body: 'Le enviamos un enlace de confirmación. Haga clic en él para activar su cuenta.',
  },
  resetLinkSent: {
    title: '¡Enlace enviado!',
    body: 'Revise su correo: ahí encontrará cómo cambiar su contraseña.',
  },
  passwordUpdated: { title: 'Contraseña actualizada. Inicie sesión con su nueva contraseña.' },
  resetUnexpected: failure('Ocurrió un error inesperado. Inténtelo de nuevo.'),

  passwordNeeded: 'Escriba su contraseña una vez más.',
  passwordWrong: 'Esta no es su contraseña.',

  codeRequired: 'Escriba el código',
  codeNeeded: 'Escriba primero el código de su segundo paso.',
  codeNeededAgain: 'Escriba primero otra vez un código de su aplicación.',
  codeWrong: 'Este código no es correcto. Compruebe la hora de su teléfono y pruebe el código que muestra ahora.',
  codeUsed: 'Este código ya se usó. Espere el siguiente.',
  recoveryCodeWrong: 'Este código de recuperación no es correcto o ya se usó.',

  noSession: failure('No hay una sesión válida. Cierre la sesión e iníciela de nuevo.'),
  noUserId: failure('No se pudo saber quién es usted. Inicie sesión de nuevo.'),
  noAccessToken: failure('No hay un token de acceso'),

  confirmEmailBanner: {
    title: 'Confirme su correo electrónico',
    body: 'Haga clic en el enlace que le enviamos para activar su cuenta. Hasta entonces no puede crear calendarios.',
  },
  resendEmail: 'Reenviar correo',
  confirmationEmailSent: { title: 'Correo de confirmación enviado' },
  resendFailed: failure('No se pudo reenviar el correo de confirmación'),

  email: 'Correo electrónico',
  password: 'Contraseña',
  displayName: 'Nombre visible',
  confirmPassword: 'Confirmar contraseña',
  currentPassword: 'Contraseña actual',
  newPassword: 'Nueva contraseña',
  confirmNewPassword: 'Confirmar nueva contraseña',
  passwordRules: 'Reglas de la contraseña',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  forgotPassword: '¿Olvidó su contraseña?',
  backToSignIn: 'Volver a iniciar sesión',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  freeAccount: 'Cuenta gratis',
} as const
