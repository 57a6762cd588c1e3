import { escapeHtml } from '../../platform/html'

const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g

/** A mail's text as HTML: paragraphs, lines, and links that can be pressed. Every text is escaped. */
export function mailHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((one) => `<p>${linked(one).replaceAll('\n', '<br>\n')}</p>`)
  return `<!doctype html>\n<html lang="pt-BR"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><body style="font:15px/1.5 sans-serif">\n${paragraphs.join('\n')}\n</body></html>`
}

function linked(text: string): string {
  let [html, from] = ['', 0]
  for (const { 0: link, index } of text.matchAll(LINK)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
    from = index + link.length
  }
  return html + escapeHtml(text.slice(from))
}
