import { createHash } from 'node:crypto'
import { escapeHtml as safe } from '../../platform/html'

/** Pages that strangers read by a link, mostly on a phone: no script, nothing fetched but a dot that tells they are seen, a few kB. */

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b24; --soft: #565668; --line: #d9d9e3; --ground: #f5f5f9; --card: #fff; --go: #4845ca; --on: #fff; --warn: #fff3d6; --warn-ink: #6b4600; --good: #e3f4e8; --good-ink: #14532d; --bad: #a1131f }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf3; --soft: #b0b0c2; --line: #3a3a48; --ground: #14141b; --card: #1e1e28; --go: #a9a7ff; --on: #14141b; --warn: #3d2f0c; --warn-ink: #ffe2a3; --good: #12331f; --good-ink: #b9ecca; --bad: #ff9aa2 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 640px; margin: 0 auto; padding: 16px }
header p, .soft { color: var(--soft); margin: 0 }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 4px 0 }
h2 { font-size: 1rem; margin: 0 0 8px }
section, .note { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; margin: 12px 0 }
.note { border: 0 } .warn { background: var(--warn); color: var(--warn-ink) } .good { background: var(--good); color: var(--good-ink) }
.note p { margin: 0 } .note ul { margin: 8px 0 0; padding-left: 20px }
ul.rows { list-style: none; margin: 0; padding: 0 } ul.rows li { display: flex; justify-content: space-between; gap: 12px; padding: 8px 0; border-top: 1px solid var(--line) } ul.rows li:first-child { border-top: 0 }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 12px; margin: 0 } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums } .total { font-size: 1.25rem; font-weight: 700 }
.notes { white-space: pre-wrap; margin: 0 }
label { display: block; font-weight: 600; margin-bottom: 4px }
input, textarea { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 8px; padding: 10px 12px; margin-bottom: 12px }
textarea { min-height: 7em }
button, .file { display: block; width: 100%; min-height: 48px; font: inherit; font-weight: 600; text-align: center; border-radius: 10px; padding: 11px 16px; border: 1px solid var(--go); background: var(--go); color: var(--on); cursor: pointer; text-decoration: none }
button.second, .file { background: transparent; color: var(--go) }
.qr { display: block; width: 100%; max-width: 260px; margin: 0 auto; border-radius: 8px } .code { user-select: all; font: 13px/1.5 ui-monospace, monospace; color: var(--soft) } .paid { color: var(--good-ink); font-weight: 600 }
summary { min-height: 48px; padding: 11px 0; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
.fault { color: var(--bad); margin: 0 0 12px; font-weight: 600 }`

/** The page runs nothing, fetches nothing but its own picture, is in no frame, and sends its forms nowhere but here; the one style it may have is its own. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** A page as a whole; `body` is HTML whose texts were escaped. */
export function publicPage(title: string, body: string, status = 200, headers: Readonly<Record<string, string>> = {}) {
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${safe(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'private, no-store',
      ...headers,
    },
  })
}

/** A page that says one thing. */
export const saysOnly = (
  title: string,
  text: string,
  status: number,
  headers?: Readonly<Record<string, string>>,
): Response =>
  publicPage(title, `<section><h1>${safe(title)}</h1><p class="soft">${safe(text)}</p></section>`, status, headers)

/** A PDF that a page leads to, shown where the browser can. */
export const pdfResponse = (pdf: Uint8Array<ArrayBuffer>, name: string): Response =>
  new Response(pdf, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
