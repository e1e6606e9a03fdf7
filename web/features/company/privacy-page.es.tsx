import { Link } from 'react-router'
import { days, hours } from '#domain/durations.ts'
import {
  ANSWERS_STORED_DAYS,
  CONFIRMATION_LIFETIME_MS,
  KEPT_WHEN_DELETED_MS,
  MINIMUM_AGE,
  TERMS_NOTICE_DAYS,
} from '#domain/limits.ts'
import { useSettings } from '#web/api/settings.ts'
import { LegalPage } from './legal-page.tsx'

const CONFIRMATION_HOURS = CONFIRMATION_LIFETIME_MS / hours(1)

export function PrivacyPage() {
  const { supportEmail, postalAddress } = useSettings()
  return (
    <LegalPage
      title="Política de privacidad"
      lead="Qué guardamos sobre usted, por qué, por cuánto tiempo y cómo puede pedir que se borre."
    >
      <h2>En pocas palabras</h2>
      <ul>
        <li>Guardamos lo que necesitan un calendario compartido y sus avisos, y nada para hacer publicidad.</li>
        <li>
          No vendemos, alquilamos ni intercambiamos datos personales. En nuestras páginas no hay rastreadores de
          publicidad.
        </li>
        <li>
          Nadie queda suscrito por un formulario sin confirmarlo. Todos pueden dejar de recibir mensajes con un clic.
        </li>
      </ul>

      <h2>Qué guardamos</h2>
      <h3>Si tiene una cuenta</h3>
      <p>
        Su correo electrónico, su nombre visible, su contraseña en una forma que no se puede leer, cuándo confirmó su
        dirección, y los calendarios que son suyos o a los que pertenece. Cuando cambia un calendario, sus miembros,
        destinatarios o eventos, registramos quién cambió qué y cuándo, para poder deshacer errores.
      </p>
      <h3>Si sigue un calendario</h3>
      <p>
        Su correo electrónico y, si elige mensajes de texto, su número de teléfono. También guardamos cuándo y desde qué
        dirección de red dio su permiso, y la versión del texto que aceptó, porque la ley nos pide poder demostrarlo. Un
        enlace de confirmación sirve una vez y durante {CONFIRMATION_HOURS} horas.
      </p>
      <h3>Si le agregaron los organizadores de un calendario</h3>
      <p>
        La dirección que agregaron, quién la agregó y cuándo, y el nombre y las etiquetas que le pusieron, que solo ven
        ellos. Cada mensaje le dice de qué calendario viene y le permite dejar de recibirlo de inmediato.
      </p>
      <h3>Si responde, ayuda o sugiere</h3>
      <p>
        Su nombre, su correo electrónico y lo que dijo: si viene y con cuántas personas, en qué ayuda o qué trae, qué
        fechas le convienen o el evento que sugiere. Lo ven los organizadores. Se borra {ANSWERS_STORED_DAYS} días
        después del evento.
      </p>
      <h3>Si activa las notificaciones de un navegador</h3>
      <p>La dirección a la que las entrega el fabricante de su navegador, hasta que las desactive.</p>
      <h3>Si nos escribe</h3>
      <p>Su nombre, su correo electrónico y su mensaje, para responderle.</p>
      <h3>Cuando nos visita</h3>
      <p>
        Nuestros servidores anotan la hora, la página y la red desde la que viene, para mantener el servicio seguro y en
        marcha. Las cookies guardan el idioma que eligió, durante un día como máximo que un registro o un enlace de un
        correo pertenece a este navegador, y durante medio año que abrió en él enlaces de sus correos, para poder
        decirle qué sigue; ninguna le sigue a usted. Si inicia sesión, su navegador guarda la sesión en su propio
        dispositivo, y si prefirió claro u oscuro, también eso. También guarda copias de los últimos calendarios que
        vio, para que pueda leerlos sin conexión. Al cerrar la sesión se borran, y se olvida de quién eran los correos.
      </p>

      <h2>Para qué se usa</h2>
      <p>
        Para mostrar calendarios, enviar los avisos que usted pidió, permitirle iniciar sesión, evitar abusos y
        responderle. No lo usamos para nada más.
      </p>

      <h2>Quién más lo ve</h2>
      <ul>
        <li>
          <strong>Los organizadores de un calendario</strong> ven a sus destinatarios y qué pasó con los mensajes que se
          les enviaron.
        </li>
        <li>
          <strong>Los miembros</strong> de un mismo calendario ven los nombres visibles de los demás.
        </li>
        <li>
          <strong>El público</strong> ve el nombre, la descripción, la ciudad, los eventos y el número de miembros de un
          calendario, y la dirección de contacto que su dueño decidió publicar. Puede ver cuántas personas vienen, nunca
          quién lo sigue ni quién viene.
        </li>
        <li>
          <strong>Las empresas que entregan</strong> correos y mensajes de texto por nosotros reciben la dirección y el
          mensaje, y nada más. Cuando otra empresa se encarga de la verificación contra robots o de la búsqueda de
          direcciones, su navegador se comunica con esa empresa al usarla.
        </li>
        <li>
          <strong>Las autoridades</strong>, solo cuando la ley nos obliga.
        </li>
      </ul>

      <h2>Por cuánto tiempo lo guardamos</h2>
      <p>
        Mientras existan la cuenta o el calendario. Cuando se elimina un calendario, sus eventos y destinatarios se van
        con él. Durante {KEPT_WHEN_DELETED_MS / days(1)} días su dueño puede restaurarlo; después desaparecen. Si usted
        deja de recibir avisos, guardamos su dirección en una lista de personas a las que no se escribe; de lo
        contrario, alguien podría agregarle otra vez por error.
      </p>
      <p>
        Lo que se envió y a quién se borra unos 13 meses después del envío o del fin del evento, y el registro de quién
        cambió qué, después de tres años. Los mensajes a soporte se borran a los 30 días.
      </p>

      <h2>Sus opciones</h2>
      <ul>
        <li>
          Dejar de recibir correos: el enlace para cancelar la suscripción que está en cada mensaje, o la{' '}
          <Link to="/opt-out" className="link">
            página para cancelarla
          </Link>
          .
        </li>
        <li>Dejar de recibir mensajes de texto: responda STOP. Para obtener ayuda, responda AYUDA.</li>
        <li>
          Con una cuenta: cambie, exporte o borre todo usted mismo en la{' '}
          <Link to="/account" className="link">
            página de su cuenta
          </Link>
          .
        </li>
        <li>
          Sin cuenta: para ver, corregir o borrar lo que tenemos sobre usted, escriba a{' '}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
          . Respondemos en un plazo de 30 días.
        </li>
      </ul>

      <h2>Menores</h2>
      <p>
        El servicio no es para menores de {MINIMUM_AGE} años, y no guardamos a sabiendas datos sobre ellos. Si cree que
        los tenemos, díganoslo y los borraremos.
      </p>

      <h2>Seguridad</h2>
      <p>
        Las conexiones están cifradas, las contraseñas se guardan como resúmenes criptográficos, y la propia base de
        datos comprueba en cada solicitud quién puede ver qué. Ningún sistema es perfecto; si pasa algo que le afecte,
        se lo diremos.
      </p>

      <h2>Cambios</h2>
      <p>
        Si cambiamos esta política en algo importante, lo decimos al menos {TERMS_NOTICE_DAYS} días antes de que entre
        en vigor.
      </p>

      <h2>Quiénes somos</h2>
      <p>
        {postalAddress}.{' '}
        <a href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
      </p>
    </LegalPage>
  )
}
