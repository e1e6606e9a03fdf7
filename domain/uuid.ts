export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i')

/** Accepts any version, as PostgreSQL does. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text)
}
