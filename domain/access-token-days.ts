/** After how many days a new access token can expire. */
export const accessTokenDays = [7, 30, 90, 365] as const
