/** Text in an element or a quoted attribute, of XML or HTML. What XML cannot hold at all is left out. */
export function escaped(value: string): string {
  return value.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Surrogate}/gu
