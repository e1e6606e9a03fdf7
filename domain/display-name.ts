/** Returns the part of the address before the @, for accounts without a name. */
export function defaultDisplayName(email: string): string {
  return email.slice(0, Math.max(email.lastIndexOf('@'), 0)) || email
}
