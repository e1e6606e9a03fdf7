import { createElement, type SVGProps } from 'react'

interface Drawing {
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Stands in for what lucide-react makes its icons with (vite.config.ts). Ours are sized and coloured by classes alone, so all that
 * is left of it is to draw: a kilobyte less on every page, and less to do for each icon.
 */
export function drawnIcon({ node }: Drawing) {
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) => createElement('svg', { ...pen, ...props }, drawn)
}

const pen = {
  viewBox: '0 0 24 24',
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
