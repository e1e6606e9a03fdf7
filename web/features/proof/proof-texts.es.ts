import { failure } from '#domain/texts/toast.ts'
import type { proofTexts as English } from './proof-texts.ts'

export const proofTexts: typeof English = {
  code: 'Código de su correo',
  hint: 'Su cuenta no tiene contraseña, así que le enviamos seis dígitos por correo.',
  sent: 'Enviamos seis dígitos a su correo electrónico. Sirven durante 30 minutos.',
  send: 'Enviarme un código',
  again: 'Enviar otro código',
  byPasskey: 'Usar una clave de acceso',
  confirmed: 'Confirmado con su clave de acceso.',
  failed: failure('No se pudo'),
}
