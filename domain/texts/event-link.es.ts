export const eventLinkTexts = {
  label: 'Sitio web o enlace de la reunión',
  hint: 'Lo puede abrir cualquiera que vea el evento.',
  invalid: 'Escriba una dirección web que empiece por https:// o http://',
} as const
