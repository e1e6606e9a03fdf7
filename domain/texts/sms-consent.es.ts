export function smsConsentText(calendar: string): string {
  return (
    `Acepto recibir avisos automáticos por SMS sobre los eventos de ${calendar}. La frecuencia de los mensajes varía. ` +
    'Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos o AYUDA para obtener ayuda.'
  )
}
