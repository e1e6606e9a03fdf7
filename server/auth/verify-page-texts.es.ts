import type { verifyPageTexts as English } from './verify-page-texts.ts'

export const verifyPageTexts: typeof English = {
  signup: { title: 'Confirme su dirección de correo', body: 'Un clic más y su dirección quedará confirmada.' },
  recovery: { title: 'Cambie su contraseña', body: 'Continúe para elegir una nueva contraseña.' },
  magiclink: { title: 'Iniciar sesión', body: 'Un clic más y habrá iniciado sesión.' },
  email_change: {
    title: 'Confirme su nueva dirección de correo',
    body: 'Un clic más y su cuenta usará esta dirección.',
  },
  two_step_undo: {
    title: 'Desactive la verificación en dos pasos',
    body: 'Si usted no la activó, desactívela aquí. Se cerrarán todas las sesiones de su cuenta y podrá elegir una nueva contraseña.',
  },
  transfer_undo: {
    title: 'Recupere su calendario',
    body: 'Si usted no lo ofreció a otra persona, recupérelo aquí. Esa persona saldrá del calendario y cambiará el enlace de invitación. Después, cambie su contraseña.',
  },
  broken: {
    title: 'Este enlace está incompleto',
    body: 'Abra otra vez el enlace de su mensaje, o cópielo completo en la barra de direcciones.',
  },
  account: 'Cuenta:',
  next: 'Continuar',
  passwords: {
    two_step_undo: 'La contraseña que tenía cuando se activó',
    transfer_undo: 'La contraseña que tenía cuando se aceptó el calendario',
    signup: 'La contraseña que eligió al registrarse',
  },
  otherBrowser:
    'Está abriendo este enlace en un navegador distinto del que se usó para registrarse. ¿Se registró otra persona con su dirección? Entonces elija una nueva contraseña y la cuenta será solo suya.',
  codeInstead:
    'Este enlace solo funciona en el navegador desde el que se pidió. Ábralo allí o escriba allí los seis dígitos del correo. Si usted no lo pidió, cierre esta página: nadie entra con él.',
  newPassword: 'Nueva contraseña',
  newPasswordRules:
    'Al menos 8 caracteres, con una letra mayúscula y una minúscula, un número y un carácter especial, y que no sea común.',
  useNewPassword: 'Continuar con una nueva contraseña',
  problems: {
    needed: 'Escriba su contraseña.',
    wrong: 'Esa contraseña no es correcta.',
    weak: 'Elija una contraseña más segura.',
    wait: 'Demasiados intentos. Inténtelo de nuevo en 15 minutos.',
  },
}
