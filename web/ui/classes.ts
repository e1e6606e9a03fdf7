/** Joins class names, skipping falsy ones. */
export function classes(...names: (string | false | null | undefined)[]): string {
  let all = ''
  for (const name of names) if (name) all += all ? ` ${name}` : name
  return all
}
