// A link in a mail opens a session in the fragment of the address it leads to. Anybody can write such an address, with a session of their
// own in it, and send it to somebody else, who would then work in a stranger's account. So the browser that pressed the button in the
// mail's page gets a cookie with the same word as the fragment: no one else can set it.

/** The word's name in the fragment. */
export const LINK_WORD = 'link_word'

/** How long the page after the button has to read it. */
export const LINK_COOKIE_SECONDS = 120

/** Returns the cookie's name. With the prefix, which https allows, no neighboring subdomain can set it either. */
export const linkCookieName = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}townbell-link`
