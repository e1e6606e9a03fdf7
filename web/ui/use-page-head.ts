import { useEffect } from 'react'

/** Sets title and description of a screen whose mode is not in the URL. Restores the previous ones when it unmounts. */
export function usePageHead({ title, description }: { title: string; description: string }): void {
  useEffect(() => {
    const tag = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    const before = { title: document.title, description: tag?.content }
    document.title = title
    if (tag) tag.content = description
    return () => {
      // After a navigation the next page has set its own.
      if (document.title === title) document.title = before.title
      if (tag?.content === description && before.description !== undefined) tag.content = before.description
    }
  }, [title, description])
}
