import type { Block } from './guide.ts'

/** Writes the guide as docs/api.md. */
export function toMarkdown(blocks: Block[]): string {
  return `${blocks.map(blockText).join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'text':
      return block.text
    case 'code':
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map(rowText).join('\n')
  }
}

const rowText = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
