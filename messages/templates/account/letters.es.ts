import { PRODUCT_NAME } from '#domain/company.ts'
import { MAILED_CODE_LIFETIME_MINUTES } from '#domain/limits.ts'
import type { account as English } from './letters.ts'

export const account: typeof English = {
  confirm: (url) => ({
    subject: `Confirme su dirección de correo para ${PRODUCT_NAME}`,
    heading: 'Confirme su dirección de correo',
    before: [
      `Le damos la bienvenida a ${PRODUCT_NAME}. Por favor, confirme que esta dirección es suya; después podrá crear su primer calendario.`,
    ],
    button: { label: 'Confirmar la dirección', url },
    after: [
      'El enlace funciona una sola vez, durante 24 horas.',
      'Si no creó una cuenta, ignore este mensaje: sin el enlace no pasa nada.',
    ],
    reason: `Recibe este mensaje porque alguien se registró en ${PRODUCT_NAME} con esta dirección.`,
  }),

  reset: (url) => ({
    subject: `Cambie su contraseña de ${PRODUCT_NAME}`,
    heading: 'Cambie su contraseña',
    before: [
      `Alguien pidió una nueva contraseña para la cuenta de ${PRODUCT_NAME} de esta dirección. Si fue usted, elíjala ahora.`,
    ],
    button: { label: 'Elegir una nueva contraseña', url },
    after: [
      'El enlace funciona una sola vez, durante 60 minutos.',
      'Si no lo pidió, ignore este mensaje: su contraseña sigue siendo la misma.',
    ],
    reason: `Recibe este mensaje porque se pidió cambiar la contraseña en ${PRODUCT_NAME}.`,
  }),

  alreadyRegistered: (url) => ({
    subject: `Usted ya tiene una cuenta de ${PRODUCT_NAME}`,
    heading: 'Usted ya tiene una cuenta',
    before: [
      `Alguien acaba de intentar registrarse en ${PRODUCT_NAME} con esta dirección, que ya tiene una cuenta. Si fue usted, simplemente inicie sesión.`,
      'Si no recuerda la contraseña, o nunca eligió una, elija una nueva. Al hacerlo se cerrarán todas las sesiones abiertas de la cuenta.',
    ],
    button: { label: 'Elegir una nueva contraseña', url },
    after: [
      'El enlace funciona una sola vez, durante 60 minutos.',
      'Si no intentó registrarse, ignore este mensaje: no ha cambiado nada.',
    ],
    reason: `Recibe este mensaje porque alguien intentó registrarse en ${PRODUCT_NAME} con esta dirección.`,
  }),

  signInCode: (url, _supportEmail, _calendar, { code }) => ({
    subject: `${code} es su código de ${PRODUCT_NAME}`,
    heading: `Su código es ${code}`,
    before: [
      `Escríbalo donde lo pidió para iniciar sesión en ${PRODUCT_NAME}. ¿Lee esto en el mismo navegador? Entonces basta con el botón.`,
    ],
    button: { label: 'Iniciar sesión', url },
    after: [
      `Ambos funcionan una sola vez, durante ${MAILED_CODE_LIFETIME_MINUTES} minutos, y solo en el navegador desde el que se pidieron. Nadie de ${PRODUCT_NAME} le pedirá nunca el código.`,
      'Si usted no lo pidió, puede ignorar este mensaje: nadie más que usted entra con él.',
    ],
    reason: `Recibe este mensaje porque alguien escribió esta dirección en ${PRODUCT_NAME}.`,
  }),

  proofCode: (_url, supportEmail, _calendar, { code }) => ({
    subject: `${code} es su código de ${PRODUCT_NAME} para confirmar un cambio`,
    heading: `Su código es ${code}`,
    before: [`Escríbalo en la página que lo pide para confirmar un cambio de su cuenta de ${PRODUCT_NAME}.`],
    after: [
      `Funciona durante ${MAILED_CODE_LIFETIME_MINUTES} minutos y solo en el navegador desde el que se pidió. Nadie de ${PRODUCT_NAME} le pedirá nunca el código.`,
      `Si no fue usted, otra persona ha iniciado sesión en su cuenta: cierre todas las sesiones en la página de su cuenta y escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}.`,
  }),

  emailChange: (url) => ({
    subject: `Confirme su nueva dirección de correo para ${PRODUCT_NAME}`,
    heading: 'Confirme su nueva dirección de correo',
    before: [
      `Alguien pidió usar esta dirección para su cuenta de ${PRODUCT_NAME}. Si fue usted, confírmela, por favor.`,
    ],
    button: { label: 'Usar esta dirección', url },
    after: [
      'El enlace funciona una sola vez, durante 24 horas. Hasta entonces la cuenta conserva la dirección que tiene.',
      'Si no lo pidió, ignore este mensaje: sin el enlace no pasa nada.',
    ],
    reason: `Recibe este mensaje porque alguien escribió esta dirección en ${PRODUCT_NAME}.`,
  }),

  emailTaken: () => ({
    subject: `Esta dirección ya tiene una cuenta de ${PRODUCT_NAME}`,
    heading: 'Esta dirección ya tiene una cuenta',
    before: [
      `Alguien pidió usar esta dirección para otra cuenta de ${PRODUCT_NAME}. Como ya tiene una propia, no ha cambiado nada.`,
      'Si fue usted, inicie sesión con esta dirección, o elimine primero esa cuenta.',
    ],
    after: ['Si no fue usted, no tiene que hacer nada.'],
    reason: `Recibe este mensaje porque alguien escribió esta dirección en ${PRODUCT_NAME}.`,
  }),

  twoStepOn: (url, supportEmail) => ({
    subject: `El inicio de sesión en dos pasos está activado en su cuenta de ${PRODUCT_NAME}`,
    heading: 'El inicio de sesión en dos pasos está activado',
    before: [
      `Desde ahora, para iniciar sesión en ${PRODUCT_NAME} se pide también un código de su aplicación. Se cerró la sesión en todos los demás navegadores.`,
      'Guarde sus códigos de recuperación donde pueda encontrarlos sin su teléfono.',
    ],
    button: { label: 'No fui yo: desactivarlo', url },
    after: [
      'Si no fue usted, otra persona ha iniciado sesión en su cuenta. El botón desactiva el inicio de sesión en dos pasos, cierra todas las sesiones y le permite elegir una nueva contraseña. Funciona una sola vez, durante 7 días, y pide la contraseña que tenía cuando se activó.',
      `Si necesita ayuda, escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  twoStepOnForGood: (url, supportEmail) => ({
    subject: `La verificación en dos pasos está activada en su cuenta de ${PRODUCT_NAME}`,
    heading: 'La verificación en dos pasos está activada',
    before: [
      `Desde ahora, para iniciar sesión en ${PRODUCT_NAME} se pide también un código de su aplicación. Se cerró la sesión en todos los demás navegadores.`,
      'Guarde sus códigos de recuperación donde pueda encontrarlos sin su teléfono.',
    ],
    button: { label: 'Abrir mi cuenta', url },
    after: [`Si no fue usted, otra persona lee su correo. Escriba de inmediato a ${supportEmail}.`],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  passkeyAdded: (url, supportEmail) => ({
    subject: `Se añadió una clave de acceso a su cuenta de ${PRODUCT_NAME}`,
    heading: 'Se añadió una clave de acceso',
    before: [
      `Desde ahora, una clave de acceso en otro dispositivo más abre su cuenta de ${PRODUCT_NAME}, sin contraseña ni código.`,
    ],
    button: { label: 'Abrir mi cuenta', url },
    after: [
      `Si no fue usted, elimínela de inmediato en la página de su cuenta, cambie su contraseña y escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  passkeyRemoved: (url, supportEmail) => ({
    subject: `Se eliminó una clave de acceso de su cuenta de ${PRODUCT_NAME}`,
    heading: 'Se eliminó una clave de acceso',
    before: [`Ya no abre su cuenta de ${PRODUCT_NAME}.`],
    button: { label: 'Abrir mi cuenta', url },
    after: [`Si no fue usted, cambie su contraseña de inmediato y escriba a ${supportEmail}.`],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  calendarTaken: (url, supportEmail, calendar, { hasPassword }) => ({
    subject: `${calendar} tiene un nuevo propietario`,
    heading: 'Su calendario tiene un nuevo propietario',
    before: [
      `La persona a quien se ofreció “${calendar}” lo ha aceptado. Ahora decide sobre su configuración y sus miembros.`,
    ],
    button: { label: 'No fui yo: recuperarlo', url },
    after: [
      hasPassword
        ? 'Si usted no lo ofreció, otra persona ha iniciado sesión en su cuenta. El botón le devuelve el calendario. Funciona una sola vez, durante 7 días, y pide la contraseña que tenía cuando se aceptó el calendario. Después, cambie su contraseña.'
        : 'Si usted no lo ofreció, otra persona ha iniciado sesión en su cuenta. El botón le devuelve el calendario. Funciona una sola vez, durante 7 días. Después, cierre todas las sesiones en la página de su cuenta.',
      `Si necesita ayuda, escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque “${calendar}” era suyo.`,
  }),

  emailChangeAsked: (url, supportEmail) => ({
    subject: `Se escribió otra dirección para su cuenta de ${PRODUCT_NAME}`,
    heading: 'Se escribió otra dirección',
    before: [
      `Alguien que inició sesión en su cuenta de ${PRODUCT_NAME} pidió cambiar la dirección de correo. El cambio se hará cuando se use el enlace que enviamos a la nueva dirección.`,
    ],
    button: { label: 'Abrir mi cuenta', url },
    after: [`Si no fue usted, cambie su contraseña de inmediato: eso cancela el cambio. Y escriba a ${supportEmail}.`],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  passwordChanged: (url, supportEmail) => ({
    subject: `Se cambió su contraseña de ${PRODUCT_NAME}`,
    heading: 'Se cambió su contraseña',
    before: [
      `La contraseña de su cuenta de ${PRODUCT_NAME} se acaba de cambiar y se cerró la sesión en todos los demás navegadores.`,
    ],
    button: { label: 'Iniciar sesión', url },
    after: [
      `Si no fue usted, elija de inmediato “¿Olvidó su contraseña?” en la página de inicio de sesión y escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  twoStepOff: (url, supportEmail) => ({
    subject: `El inicio de sesión en dos pasos está desactivado en su cuenta de ${PRODUCT_NAME}`,
    heading: 'El inicio de sesión en dos pasos está desactivado',
    before: [
      `Desde ahora, su cuenta de ${PRODUCT_NAME} se abre sin un código de su aplicación. Sus códigos de recuperación ya no sirven.`,
    ],
    button: { label: 'Abrir mi cuenta', url },
    after: [`Si no fue usted, cambie su contraseña de inmediato y escriba a ${supportEmail}.`],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  recoveryCodeUsed: (url, supportEmail) => ({
    subject: `Se usó un código de recuperación de su cuenta de ${PRODUCT_NAME}`,
    heading: 'Se usó un código de recuperación',
    before: [
      `Alguien inició sesión en su cuenta de ${PRODUCT_NAME} con uno de sus códigos de recuperación. Ese código ya no sirve.`,
      'En la página de su cuenta puede ver cuántos quedan y crear nuevos.',
    ],
    button: { label: 'Abrir mi cuenta', url },
    after: [
      `Si no fue usted, cambie su contraseña de inmediato, cree nuevos códigos de recuperación y escriba a ${supportEmail}.`,
    ],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
  }),

  emailChanged: (_url, supportEmail) => ({
    subject: `Se cambió la dirección de correo de su cuenta de ${PRODUCT_NAME}`,
    heading: 'Se cambió su dirección de correo',
    before: [
      `Su cuenta de ${PRODUCT_NAME} usa ahora otra dirección de correo. Con esta ya no se puede iniciar sesión en ella, y aquí no llegarán más mensajes sobre la cuenta.`,
    ],
    after: [`Si no fue usted, escriba de inmediato a ${supportEmail}.`],
    reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}.`,
  }),

  goodbye: (_url, supportEmail) => ({
    subject: `Su cuenta de ${PRODUCT_NAME} se eliminó`,
    heading: 'Adiós',
    before: [
      `Su cuenta de ${PRODUCT_NAME} y lo que le pertenecía se eliminaron, como lo pidió. Los calendarios que dejó a otros miembros esperan 30 días a que uno de ellos se los quede.`,
      'Si sigue calendarios con esta dirección, seguirá recibiendo sus mensajes; cada uno tiene un enlace para cancelar la suscripción.',
    ],
    after: [`Si no fue usted, escriba de inmediato a ${supportEmail}. Gracias por haber estado con nosotros.`],
    reason: `Recibe este mensaje porque tenía una cuenta de ${PRODUCT_NAME} con esta dirección.`,
  }),
}
