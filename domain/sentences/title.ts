import { hide, type Rest } from './rest.ts'

// Makes a title of what is left of a sentence.

const RUN = /[\s,;:()\-–—]*\|[\s|,;:()\-–—]*/g
const dangling =
  /(?:^| )(?:on|at|from|the|el|los|las?|del?|al?|en|and|y|&|@|this|(?:is|are|will be|son|es|sera|seran|held|(?:is|are|will be) held)(?: on| at| a| el)?)(?= ?(?:[,;-] ?)?\|)/gi

export function titleOf(typed: string): string {
  const title = typed
    .replace(dangling, ' |')
    .replace(RUN, joint)
    .replace(/ {2,}/g, ' ')
    .replace(/\(([^()]*)$|^([^()]*)\)/, '$1$2')
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** What was understood leaves one space, or the mark that began what follows. */
function joint(run: string, at: number, all: string): string {
  const isEnd = at === 0 || at + run.length === all.length
  const mark = run.match(/[,;:\-–—(] ?$/)?.[0].trim()
  if (isEnd || !mark) return ' '
  return mark === ',' || mark === ';' || mark === ':' ? `${mark} ` : ` ${mark}${mark === '(' ? '' : ' '}`
}

/** Titles that look like days or hours: "Ash Wednesday", "Troop 45", "ages 5-12". */
const titles = [
  /\b(?:(?:ash|holy) wednesday|(?:black|good) friday|(?:palm|easter) sunday|cyber monday|(?:fat|giving|taco) tuesday|super (?:saturday|sunday)|sunday school|domingo de ramos|miercoles de ceniza|(?:jueves|viernes) santo)\b/g,
  /\b(?:midnight (?:mass|madness)|24\/7|the sun|sat (?:prep|test|exam)|noon(?:ers| lions))\b/g,
  /\b(?:troop|pack|post|grade|route|highway|hwy|district|chapter|unit|apt|suite|room|rm\.?|field|court|lot|gate|section|ward|zone|den|crew|tropa|grado|salon|aula|cancha|sala|distrito|ruta|campo|cumpleanos) #?\d+[a-z]?\b(?![-:/])/g,
  /\b\d+(?:st|nd|rd|th) (?:grade|graders?|annual|anniversary|birthday|street|st|ave|avenue|floor|quarter|inning|ward|district)\b/g,
  /\b(?:ages?|grades?|edades?|grados?) (?:k|\d+) ?(?:-|to|a|y) ?\d+\b|\bk ?- ?\d+\b|\b\d+ ?v ?\d+\b|\b\d+ on \d+\b|\b\d+ ?- ?\d+ (?:years?|yrs?|anos|grades?|graders)\b/g,
]

export function hideTitles(rest: Rest): void {
  for (const pattern of titles) hide(rest, pattern)
}
