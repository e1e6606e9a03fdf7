export const operatorRuleTexts = {
  reason: 'El motivo',
  reasonRequired: 'Escriba un motivo. Se guarda en el historial.',
  codeRequired: 'Escriba el código.',
  addressRequired: 'Escriba la dirección completa.',
  numberRequired: 'Escriba el número del calendario.',
}
