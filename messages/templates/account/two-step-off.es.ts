import { PRODUCT_NAME } from '#domain/company.ts'
import type { twoStepOff as English } from './two-step-off.ts'

export const twoStepOff: typeof English = (siteUrl, supportEmail) => ({
  subject: `La verificación en dos pasos está desactivada en su cuenta de ${PRODUCT_NAME}`,
  heading: 'La verificación en dos pasos está desactivada',
  before: [
    `Desde ahora, basta su contraseña para abrir su cuenta de ${PRODUCT_NAME}. Sus códigos de recuperación ya no sirven.`,
  ],
  button: { label: 'Abrir mi cuenta', url: new URL('/account', siteUrl).href },
  after: [`Si no fue usted, cambie su contraseña de inmediato y escriba a ${supportEmail}.`],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
