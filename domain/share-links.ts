// Links that share a page by other programs. Nothing is loaded from them, and nobody learns of a page before somebody opens one.

export interface Shared {
  title: string
  /** One line: what it is, when and where. */
  words: string
  url: string
}

export function shareLinks({ title, words, url }: Shared) {
  const message = encodeURIComponent(`${words}\n${url}`)
  return {
    whatsapp: `https://wa.me/?text=${message}`,
    /** iPhones need the "&", others the "?". */
    text: `sms:?&body=${message}`,
    email: `mailto:?subject=${encodeURIComponent(title)}&body=${message}`,
  }
}
