export const supportTexts = {
  captchaRequired: {
    title: 'Falta la verificación',
    body: 'Complete la verificación reCAPTCHA para continuar.',
  },
  captchaFailed: { title: 'Verificación fallida', body: 'La verificación reCAPTCHA falló. Inténtelo de nuevo.' },
  captchaUnreachable: {
    title: 'Error de verificación',
    body: 'No se pudo hacer la verificación reCAPTCHA. Inténtelo de nuevo.',
  },

  firstName: 'Nombre',
  lastName: 'Apellido',
  subject: 'Asunto',
  message: 'Mensaje',

  firstNameRequired: 'Escriba su nombre',
  lastNameRequired: 'Escriba su apellido',
  subjectRequired: 'Escriba un asunto',
  messageRequired: 'Escriba su mensaje',
} as const
