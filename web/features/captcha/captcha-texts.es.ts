export const captchaTexts = {
  asked: 'No soy un robot',
  working: 'Comprobando...',
  solved: 'Verificado',
  failed: 'No se pudo comprobar. Inténtelo de nuevo.',
} as const
