// Cookies of our own pages: no script reads them, no other site sends them, and over HTTPS no subdomain sets them.
export function ownCookie(siteUrl: string, name: string) {
  const secure = new URL(siteUrl).protocol === 'https:'
  return {
    name: `${secure ? '__Host-' : ''}townbell-${name}`,
    attributes: { path: '/', httpOnly: true, secure },
  } as const
}
