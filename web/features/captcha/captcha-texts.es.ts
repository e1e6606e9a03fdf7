export const captchaTexts = {
  asked: 'No soy un robot',
  working: 'Comprobando...',
  solved: 'Verificado',
  failed: 'No se pudo comprobar. Inténtelo de nuevo.',
  typeFirst: 'Complete el formulario para continuar',
  tickBox: 'Marque la casilla para continuar',
} as const
