import { linksInText } from '#domain/links-in-text.ts'

/** A text that people typed, with its web addresses as links. Search engines must not follow them. */
export function LinkedText({ children }: { children: string }) {
  return linksInText(children).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice, and the text changes as a whole.
      <a key={index} href={href} target="_blank" rel="nofollow noopener noreferrer ugc" className="link wrap-anywhere">
        {text}
      </a>
    ) : (
      text
    ),
  )
}
