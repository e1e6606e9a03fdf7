import { siteLanguage } from '#domain/site-language.ts'
import { homeTexts } from './home-texts.ts'

/** The real day-of mail of the example calendar on a phone (server/site/example-mail.ts). A picture: nothing in it can be pressed. */
export function PhoneMail() {
  return (
    <figure className="mx-auto w-full max-w-88">
      <div className="rounded-[2.75rem] border border-line-strong bg-ink p-2.5 shadow-lift dark:bg-sunk">
        <iframe
          inert
          tabIndex={-1}
          loading="lazy"
          src={`/example-mail?lang=${siteLanguage}`}
          title={homeTexts.mail.title}
          className="block h-140 w-full rounded-[2.125rem] bg-[#f3ecdc] dark:bg-[#100f0e]"
        />
      </div>
      <figcaption className="mt-4 text-center text-sm text-muted">{homeTexts.mail.caption}</figcaption>
    </figure>
  )
}
