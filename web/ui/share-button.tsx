import { Share2 } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'
import { uiTexts } from './texts.ts'
import { toast } from './toast.ts'

/** Shares this page by the device's own means, or copies its link. */
export function ShareButton({ title, ...rest }: ButtonProps & { title: string }) {
  async function share() {
    const url = location.origin + location.pathname
    // A device without them, or without the permission, copies instead. Somebody who closes the choice wants neither.
    try {
      if (navigator.share) return await navigator.share({ title, url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
    await navigator.clipboard.writeText(url).then(
      () => toast(uiTexts.linkCopied),
      () => toast({ title: uiTexts.copyByHand, body: url }),
    )
  }

  return (
    <Button variant="secondary" onClick={share} {...rest}>
      <Share2 aria-hidden="true" className="size-5" />
      {uiTexts.share}
    </Button>
  )
}
