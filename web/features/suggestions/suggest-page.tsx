import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SuggestScreen, type SuggestScreenProps } from './suggest-screen.tsx'
import { SuggestionScreen } from './suggestion-screen.tsx'

/** The form, or what the link of a suggestion leads to. Null: there is no such public calendar; only links get here then. */
export function SuggestPage({ page }: { page: SuggestScreenProps | null }) {
  const [search] = useSearchParams()
  // The token leaves the address once it was read.
  const [isLink] = useState(() => search.has('t'))
  return isLink ? <SuggestionScreen /> : page && <SuggestScreen {...page} />
}
