import { linksInText } from '#domain/links-in-text.ts'

const outside = { target: '_blank', rel: 'nofollow noopener noreferrer ugc' }

/** A text that people typed, with its addresses and phone numbers as links. Search engines must not follow them. */
export function LinkedText({ children }: { children: string }) {
  return linksInText(children).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice, and the text changes as a whole.
      <a key={index} href={href} {...(href.startsWith('http') && outside)} className="link wrap-anywhere">
        {text}
      </a>
    ) : (
      text
    ),
  )
}
