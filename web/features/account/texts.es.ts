import { PRODUCT_NAME } from '#domain/company.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Mode } from './mode.ts'

export const modeTexts: Record<Mode, { title: string; description: string; heading: string; lead: string }> = {
  login: {
    title: `Iniciar sesión | ${PRODUCT_NAME}`,
    description: `Inicie sesión en ${PRODUCT_NAME} para publicar eventos en sus calendarios comunitarios.`,
    heading: 'Qué bueno verle de nuevo',
    lead: 'Inicie sesión para ver sus calendarios.',
  },
  signup: {
    title: `Cree su calendario gratis | ${PRODUCT_NAME}`,
    description: `Cree una cuenta gratis en ${PRODUCT_NAME} y empiece un calendario comunitario. No se necesita tarjeta de crédito.`,
    heading: 'Cree su cuenta',
    lead: 'Gratis y sin tarjeta de crédito.',
  },
  forgot: {
    title: `Cambie su contraseña | ${PRODUCT_NAME}`,
    description: `Pida un enlace para elegir una nueva contraseña de ${PRODUCT_NAME}.`,
    heading: 'Cambie su contraseña',
    lead: 'Le enviaremos por correo un enlace para elegir una nueva.',
  },
  code: {
    title: `Iniciar sesión con un código | ${PRODUCT_NAME}`,
    description: `Inicie sesión en ${PRODUCT_NAME} con seis dígitos que le enviamos por correo.`,
    heading: 'Inicie sesión con un código',
    lead: 'Le enviaremos seis dígitos por correo. No hace falta una contraseña.',
  },
  'signup-code': {
    title: `Cree su calendario gratis | ${PRODUCT_NAME}`,
    description: `Cree una cuenta gratis en ${PRODUCT_NAME} sin contraseña.`,
    heading: 'Cree su cuenta',
    lead: 'Sin contraseña: le enviaremos seis dígitos por correo.',
  },
}

export const signInTexts = {
  signingIn: 'Iniciando sesión...',
  createAccount: 'Crear cuenta',
  creatingAccount: 'Creando cuenta...',
  sendLink: 'Enviar enlace',
  sendingLink: 'Enviando...',
  byCode: 'Enviarme un código por correo',
  signUpByCode: 'Registrarme sin contraseña',
  noAccount: '¿Es su primera vez?',
  toSignUp: 'Cree una cuenta',
  haveAccount: '¿Ya tiene una cuenta?',
  agree: 'Acepto los',
  and: 'y la',
  headline: 'Cada evento llega a todos.',
  pitch: 'Publíquelo una vez. El mismo día, todo el vecindario recibe un correo o un mensaje de texto.',
  sentHeading: 'Un paso más',
  sentBody: (email: string) => `Abra el enlace que enviamos a ${email} y listo.`,
  sentHint: '¿No llegó nada? Mire en la carpeta de spam o envíelo otra vez.',
} as const

export const mailedCodeTexts = {
  send: 'Enviarme un código',
  sending: 'Enviando...',
  sentBody: (email: string) =>
    `Si ${email} puede iniciar sesión aquí, le llegarán seis dígitos. Sirven durante 30 minutos.`,
  sentHint:
    'Escríbalos en esta página, lea su correo en el dispositivo que quiera. ¿No llegó nada? Mire en la carpeta de spam.',
  code: 'Código de su correo',
  enter: 'Continuar',
  entering: 'Comprobando...',
  again: 'Enviar otro código',
} as const

export const secondStepTexts = {
  title: `Escriba su código | ${PRODUCT_NAME}`,
  description: `El segundo paso para iniciar sesión en ${PRODUCT_NAME}.`,
  heading: 'Escriba su código',
  lead: 'Abra su aplicación de autenticación y escriba los seis dígitos que muestra.',
  leadRecovery: 'Escriba uno de los códigos de recuperación que guardó. Cada uno sirve una vez.',
  code: 'Código',
  recoveryCode: 'Código de recuperación',
  verify: 'Verificar',
  verifying: 'Verificando...',
  useRecovery: 'Usar un código de recuperación',
  useApp: 'Usar un código de la aplicación',
} as const

export const resetTexts = {
  title: `Elija una nueva contraseña | ${PRODUCT_NAME}`,
  description: `Elija una nueva contraseña para su cuenta de ${PRODUCT_NAME}.`,
  heading: 'Elija una nueva contraseña',
  save: 'Actualizar contraseña',
  saving: 'Actualizando...',
  signedIn: (email: string) =>
    `Ha iniciado sesión como ${email}. Cambie la contraseña en la página de su cuenta con la actual, o reciba un enlace por correo.`,
  toAccount: 'Ir a su cuenta',
  sendLink: 'Enviarme un enlace',
  linkOver: 'Este enlace ya no es válido',
  linkOverBody: 'Los enlaces sirven una vez, durante una hora. Pida uno nuevo aquí.',
} as const

export const accountFormTexts = {
  passwordValidationFailed: (firstUnmetRule: string) => ({ title: 'La contraseña no cumple', body: firstUnmetRule }),
  unexpected: failure('Ocurrió un error inesperado'),
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
} as const
