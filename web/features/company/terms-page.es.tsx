import { Link } from 'react-router'
import { PRODUCT_NAME } from '#domain/company.ts'
import { MINIMUM_AGE, MONEY_BACK_DAYS, TERMS_NOTICE_DAYS, TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { plans, priceOf } from '#domain/plans.ts'
import { useSettings } from '#web/api/settings.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsPage() {
  const { supportEmail, postalAddress, trial } = useSettings()
  return (
    <LegalPage title="Términos del servicio" lead={`El acuerdo entre usted y ${PRODUCT_NAME}, en palabras sencillas.`}>
      <h2>1. Quién puede usarlo</h2>
      <p>
        Usted debe poder aceptar estos términos y tener al menos {MINIMUM_AGE} años: el servicio no es para menores de{' '}
        {MINIMUM_AGE}. Si actúa por una organización, acepta en nombre de ella.
      </p>

      <h2>2. Su cuenta</h2>
      <p>
        Dé un correo electrónico real, no comparta su contraseña y avísenos si alguien más puede tenerla. Usted responde
        por lo que se haga con su cuenta. Antes de crear calendarios, confirma su correo electrónico.
      </p>

      <h2>3. Lo que publica sigue siendo suyo</h2>
      <p>
        Los calendarios, los eventos y las listas son suyos. Usted nos permite guardarlos, mostrarlos y enviarlos, en lo
        que el servicio necesite. La página de un calendario es pública, a menos que esté desactivado: no ponga ahí lo
        que deba ser privado.
      </p>

      <h2>4. Escribir a las personas</h2>
      <p>Todo depende de que los mensajes sean bienvenidos. Por eso usted acepta que:</p>
      <ul>
        <li>agrega solo a personas que lo pidieron o que esperarían noticias de su grupo;</li>
        <li>no usa listas compradas, alquiladas ni recopiladas sin permiso;</li>
        <li>no envía nada ilegal, engañoso ni de odio, ni se hace pasar por otra persona;</li>
        <li>no intenta burlar una cancelación. Una cancelación vale más que cualquier lista.</li>
      </ul>
      <p>
        Podemos pausar los envíos de un calendario que no cumpla estas reglas, y cerrar las cuentas que sigan sin
        cumplirlas.
      </p>

      <h2>5. Mensajes de texto</h2>
      <p>
        Los seguidores que eligen mensajes de texto aceptan recibir avisos automáticos por SMS sobre los eventos del
        calendario que siguen. La frecuencia de los mensajes varía según el calendario. Pueden aplicarse tarifas de
        mensajes y datos. Responda STOP para dejar de recibirlos o AYUDA para obtener ayuda. Los operadores no son
        responsables de mensajes retrasados o no entregados.
      </p>

      <h2>6. Planes y pago</h2>
      {trial ? <Plans /> : <p>Usar {PRODUCT_NAME} en este sitio es gratis.</p>}

      <h2>7. El servicio</h2>
      <p>
        Trabajamos para que funcione y para que los mensajes lleguen a tiempo, pero los correos y los mensajes de texto
        pasan por manos ajenas, y no podemos prometer que llegue cada uno. No dependa solo de {PRODUCT_NAME} cuando haya
        vidas en juego: en una emergencia, llame al 911.
      </p>

      <h2>8. Terminar</h2>
      <p>
        Puede eliminar sus calendarios en cualquier momento, y su cuenta en la página de esta. Podemos cerrar cuentas
        que no cumplan estos términos; salvo que la ley o la seguridad de otros lo impidan, se lo decimos antes y le
        dejamos llevarse sus datos.
      </p>

      <h2>9. Responsabilidad</h2>
      <p>
        El servicio se ofrece tal como es. Hasta donde la ley lo permite, no respondemos por daños indirectos, ni en
        total por más de lo que usted nos pagó en los doce meses anteriores. Nada de esto limita derechos a los que la
        ley no le permite renunciar.
      </p>

      <h2>10. Cambios</h2>
      <p>
        Avisamos de los cambios importantes con al menos {TERMS_NOTICE_DAYS} días de anticipación, por correo a quienes
        tienen una cuenta y en esta página. Si no está de acuerdo con un cambio, puede irse antes de que entre en vigor.
      </p>

      <h2>11. Cómo encontrarnos</h2>
      <p>
        {postalAddress}.{' '}
        <a href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
        . Vea también nuestra{' '}
        <Link to="/privacy" className="link">
          Política de privacidad
        </Link>
        .
      </p>
    </LegalPage>
  )
}

function Plans() {
  return (
    <ul>
      <li>
        {plans.free.name}: {priceOf(plans.free)} {plans.free.period}. Una cuenta gratis puede unirse por invitación a
        cuantos calendarios quiera. Mientras no pertenezca a ninguno, puede crear {TRIAL_CALENDARS} calendario con hasta{' '}
        {TRIAL_CONTACTS} contactos.
      </li>
      <li>
        {plans.pro.name}: {priceOf(plans.pro)} {plans.pro.period}. {plans.enterprise.name}: {priceOf(plans.enterprise)}{' '}
        {plans.enterprise.period}. Lo que incluye cada plan está en la{' '}
        <Link to="/pricing" className="link">
          página de precios
        </Link>
        .
      </li>
      <li>
        No hay costos de instalación y puede cancelar cuando quiera. Al cancelar, el plan termina con el mes pagado.
      </li>
      <li>
        Si un plan de pago no es para usted, díganoslo en los {MONEY_BACK_DAYS} días siguientes al primer pago y le
        devolvemos su dinero.
      </li>
      <li>El pago en línea todavía no está disponible. Mientras tanto, los planes de pago se acuerdan con nosotros.</li>
    </ul>
  )
}
