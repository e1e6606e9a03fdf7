import type { paused as English } from './paused.ts'

export const paused: typeof English = (calendar, why, url, supportEmail) => ({
  subject: `El envío está en pausa para ${calendar}`,
  heading: 'El envío está en pausa',
  before: [
    `El calendario «${calendar}» no envía nada por el momento. Los mensajes cuyo día pase mientras tanto se descartan.`,
    `El motivo: ${why}`,
  ],
  button: { label: 'Abrir los envíos', url },
  after: [
    `Después de demasiados rebotes o denuncias de correo no deseado, el propietario puede reanudar el envío una vez, y las alertas siguen llegando a quienes confirmaron. En otro caso escriba a ${supportEmail}.`,
  ],
  reason: `Recibe este mensaje porque administra «${calendar}».`,
})
