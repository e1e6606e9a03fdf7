export const operatorRuleTexts = {
  reason: 'The reason',
  reasonRequired: 'Please give a reason. It is kept in the history.',
  codeRequired: 'Please type the code.',
  addressRequired: 'Please type the whole address.',
  numberRequired: "Please type the calendar's number.",
}
