/** Shortens a text, counting code points so that no emoji is cut in two. */
export function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}...`
}
