import { failure } from '#domain/texts/toast.ts'

export const subscribeTexts = {
  title: 'Agréguelo a su app de calendario',
  lead: 'Los eventos nuevos aparecen automáticamente, junto a los suyos.',
  which: 'Qué eventos',
  all: 'Todos',
  only: (category: string) => `Solo ${category}`,
  google: 'Google Calendar',
  apple: 'Apple Calendar',
  outlook: 'Outlook.com',
  microsoft365: 'Microsoft 365',
  link: 'Enlace para cualquier otra app',
  slow: 'Cada app de calendario se actualiza a su ritmo; Google puede tardar un día. Para enterarse de los cambios de último momento, siga el calendario.',
  file: 'Descargar una copia (.ics)',
  rss: 'RSS',
  json: 'JSON Feed',
} as const

export const addTexts = {
  title: (title: string) => `Agregar “${title}”`,
  lead: 'Agrega una copia a su calendario. No se actualiza si el evento cambia; para eso, agregue el calendario completo.',
  google: 'Google Calendar',
  outlook: 'Outlook.com',
  file: 'Apple Calendar y otros',
} as const

export const privateTexts = {
  title: 'Su enlace privado',
  disabled: 'Este calendario no es público. Con su enlace privado, su app de calendario puede leerlo.',
  exists:
    'Tiene un enlace privado. Solo se muestra al crearlo. Si lo perdió, cree uno nuevo; el anterior deja de funcionar.',
  warning: 'Quien tenga este enlace puede leer el calendario. Cópielo ahora: no se muestra otra vez.',
  link: 'Enlace privado',
  make: 'Crear un enlace privado',
  renew: 'Crear un enlace nuevo',
  working: 'Creando...',
  revoke: 'Revocar',
  revoking: 'Revocando...',
  made: { title: 'Enlace privado creado', body: 'Si tenía otro enlace, ya no funciona.' },
  revoked: { title: 'Enlace privado revocado', body: 'Las apps que lo usaban ya no pueden leer el calendario.' },
  failed: failure('No se pudo crear el enlace privado'),
  revokeFailed: failure('No se pudo revocar el enlace privado'),
} as const

export const embedTexts = {
  title: 'Muéstrelo en su sitio web',
  lead: 'Pegue este código donde debe aparecer el calendario. Se actualiza solo.',
  kind: 'Cómo',
  script: 'Como parte de la página',
  scriptHint: 'Usa el ancho y la letra de su página. Necesita JavaScript.',
  frame: 'En un marco',
  frameHint: 'Para creadores de sitios que no permiten scripts.',
  view: 'Vista',
  list: 'Lista',
  month: 'Mes',
  theme: 'Colores',
  auto: 'Los del dispositivo de quien lee',
  light: 'Claro',
  dark: 'Oscuro',
  accent: 'Color de acento',
  code: 'Código',
  preview: 'Vista previa',
} as const

export const copyTexts = {
  copy: 'Copiar',
  copied: { title: 'Copiado' },
  byHand: { title: 'Cópielo a mano', body: 'Su navegador no permitió copiar. El texto está seleccionado.' },
} as const
