import { useLocation } from 'react-router'
import { languages } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { siteTexts } from '#web/texts/site.ts'

/** Links to this page in the other language. A plain link, because the other language is another build of the pages. */
export function LanguageLinks() {
  const { pathname, search } = useLocation()
  return (
    <nav aria-label={siteTexts.language}>
      <ul className="flex gap-4">
        {languages.map((language) => (
          <li key={language}>
            {language === siteLanguage ? (
              <span aria-current="true" className="inline-flex min-h-9 items-center font-semibold">
                {siteTexts.languages[language]}
              </span>
            ) : (
              <a
                href={inLanguage(pathname, search, language)}
                lang={language}
                hrefLang={language}
                className="inline-flex min-h-9 items-center link"
              >
                {siteTexts.languages[language]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function inLanguage(pathname: string, search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}
