import type { EventCategory } from '../categories.ts'
import { cutStart, type Rest, take } from './rest.ts'

// Finds the category of a sentence: what it says, otherwise what its words suggest.

const names: Record<string, EventCategory> = {
  ...{ event: 'Event', evento: 'Event', alert: 'Alert', alerta: 'Alert' },
  ...{ notice: 'Notice', aviso: 'Notice', fyi: 'FYI', info: 'FYI' },
}

/** Reads "#notice" anywhere and "Notice:" at the beginning. */
export function takeCategory(rest: Rest): EventCategory | null {
  const read = ({ name = '' }) => names[name] ?? null
  return (
    take(rest, /(?<!\S)#(?<name>event|evento|alert|alerta|notice|aviso|fyi|info)(?![\w-])/g, read) ??
    cutStart(rest, /^(?<name>event|evento|alert|alerta|notice|aviso|fyi)(?:: ?| - | (?=boil\b))/, read)
  )
}

/** The first that fits. */
const suggestions: [EventCategory, RegExp][] = [
  [
    'FYI',
    /\b(?:fyi|reminder|save the date|heads up|don'?t forget|recordatorio|recuerden|reserve la fecha|para su informacion)\b/,
  ],
  [
    'Alert',
    /\b(?:alert|warning|emergency|urgent|(?:storm|flood|tornado|hurricane|winter|fire) watch|boil water|gas leak|water main break|burn ban|power outage|evacuations?|flash flood|lockdown|shelter in place|wildfire|missing (?:child|person)|alerta|emergencia|urgente|hervir el agua|fuga de (?:agua|gas)|apagon|evacuacion|inundacion|aviso de (?:tornado|tormenta|huracan)|incendio)\b/,
  ],
  [
    'Notice',
    /\b(?:notice|closed|closures?|closes|will close|closing early|no (?:school|classes|class|practice|games?|meeting|mass|service|services)|cancell?ed|postponed|delayed|deadline|due|early (?:dismissal|release)|last day to|detour|flushing|maintenance|shut ?-?off|siren test|street sweeping|road ?work|(?:sidewalk|road|bridge|water main) (?:repairs?|repaving|paving)|(?:trash|garbage|recycling|leaf|brush|bulk|yard waste) (?:pickup|pick-up|collection|day))\b|^(?:trash|garbage|recycling|basura|reciclaje)\b/,
  ],
  [
    'Notice',
    /\b(?:aviso|cerrad[oa]s?|cierran?|cierre(?! anual)|no (?:hay|habra) (?:clases|escuela|servicio|misa|practica)|cancelad[oa]s?|suspendid[oa]s?|aplazad[oa]s?|fecha limite|ultimo dia|salida temprano|barrido de calles|corte de (?:agua|luz)|recoleccion de (?:basura|hojas|reciclaje)|mantenimiento|desvio)\b/,
  ],
]

export function suggestedCategory(sentence: string): EventCategory {
  return suggestions.find(([, words]) => words.test(sentence))?.[0] ?? 'Event'
}
