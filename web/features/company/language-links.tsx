import { useLocation } from 'react-router'
import { languages } from '#domain/languages.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { siteTexts } from '#web/texts/site.ts'

export function LanguageLinks() {
  return (
    <nav aria-label={siteTexts.language}>
      <LanguageList />
    </nav>
  )
}

/** Links to this page in the other language. Plain links, because the other language is another build of the pages. */
export function LanguageList() {
  const { search } = useLocation()
  return (
    <ul aria-label={siteTexts.language} className="flex gap-4">
      {languages.map((language) => (
        <li key={language}>
          {language === siteLanguage ? (
            <span aria-current="true" className="inline-flex min-h-9 items-center font-semibold">
              {siteTexts.languages[language]}
            </span>
          ) : (
            <a
              href={inLanguage(search, language)}
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
  )
}

/** Names no path: one that begins with two slashes would lead to another site, and a missing page is cached for every address. */
function inLanguage(search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `?${query}`
}
