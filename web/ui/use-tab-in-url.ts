import { useSearchParams } from 'react-router'

/** Keeps the chosen tab of a screen in its address, so that a reload and a link find it again. */
export function useTabInUrl() {
  const [search, setSearch] = useSearchParams()
  return {
    chosen: search.get('tab'),
    onChoose: (tab: string) => setSearch({ tab }, { replace: true, preventScrollReset: true }),
  }
}
