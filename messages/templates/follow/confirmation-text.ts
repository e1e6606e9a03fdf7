import { PRODUCT_NAME } from '#domain/company.ts'

/** Carriers want to read in the first text who sends, how often, what it costs, and how to stop or get help. */
export function confirmationText(calendar: string): string {
  const name = [...calendar].length <= 60 ? calendar : `${[...calendar].slice(0, 57).join('')}...`
  return `${PRODUCT_NAME}: Reply YES to get texts about events from ${name}. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`
}
