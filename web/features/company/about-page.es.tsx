import { Link } from 'react-router'
import { plans, priceOf, promises } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

export function AboutPage() {
  const { trial } = useSettings()
  return (
    <Page width="text">
      <PageHead title={siteTexts.meet}>
        Durante siglos, una campana en la plaza avisaba a todo el pueblo de que algo pasaba. {'Townbell'} hace lo mismo
        para los grupos cuyos miembros ya no pasan por la plaza todos los días.
      </PageHead>
      <div className="prose">
        <h2>Por qué existe</h2>
        <p>
          En cada grupo hay alguien que lleva las fechas. Escribe el boletín, publica en tres grupos de chat, pega una
          hoja en el tablero, y aun así oye “nadie me avisó”. El problema nunca fueron las fechas. Era llegar a todos.
        </p>
        <p>
          Un calendario de Townbell es un solo lugar para las fechas, y además avisa. El día de un evento, todos los de
          la lista reciben un correo claro, o un mensaje de texto si lo prefieren. Nadie necesita una cuenta para
          seguirlo, ni una aplicación.
        </p>

        <h2>Cómo funciona</h2>
        <ol>
          <li>
            <strong>Cree un calendario.</strong> Un nombre, una ciudad y una frase sobre él. Tiene una página pública
            desde el primer minuto, con un número que se puede decir por teléfono.
          </li>
          <li>
            <strong>Agregue eventos y personas.</strong> Publique eventos, alertas, avisos e información. Agregue usted
            a los destinatarios, comparta un enlace de invitación con otros organizadores, o deje que los visitantes lo
            sigan confirmando su correo.
          </li>
          <li>
            <strong>La campana suena el mismo día.</strong> Su calendario les escribe a todos el día de cada evento, a
            la hora que usted elija y en la hora de su ciudad. Puede ver el correo antes de publicar.
          </li>
        </ol>

        <h2>Lo que prometemos</h2>
        <ul>
          <li>
            <strong>Solo lo que la gente pidió.</strong> Los seguidores confirman su dirección antes del primer mensaje;
            un administrador también puede agregar a personas que conocen al grupo. Cada mensaje dice por qué llegó y
            cómo detenerlo, y basta un clic.
          </li>
          <li>
            <strong>Su lista es suya.</strong> No la vendemos, no la alquilamos y no le escribimos nosotros.
          </li>
          <li>
            <strong>Para todos.</strong> Townbell funciona con el teclado, con un lector de pantalla, en un teléfono
            viejo y pequeño, y en papel: cada mes se puede imprimir.
          </li>
          {trial && (
            <li>
              <strong>Sin sorpresas en la cuenta.</strong> El plan gratis cuesta {priceOf(plans.free)}{' '}
              {plans.free.period}. Para los planes de pago: {promises.moneyBack.toLowerCase()},{' '}
              {promises.setupFees.toLowerCase()}; {promises.cancel.toLowerCase()}.
            </li>
          )}
        </ul>
        <p>
          ¿Preguntas?{' '}
          <Link to="/contact" className="link">
            Escríbanos
          </Link>
          . Responden personas.
        </p>
      </div>
      <ButtonLink to="/signin?mode=signup" size="large" className="mt-6">
        {siteTexts.createYourFreeCalendar}
      </ButtonLink>
    </Page>
  )
}
