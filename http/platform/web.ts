import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import type { App } from './app'
import { ApiError } from './errors'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** What is under /api or /reporting and nobody serves: 404 `route_not_found`. */
export function mountNotFound(app: App): void {
  const answer = () => {
    throw new ApiError(404, 'route_not_found', 'Caminho não encontrado.')
  }
  app.all('/api/*', answer)
  app.all('/reporting/*', answer)
}

/** Serves the built screens; every other path is the application's page, whose router knows it. `images`: an address that pictures may come from besides this server. */
export function mountWeb(app: App, folder: string, images?: string): void {
  app.get('*', (c) => {
    const path = normalize(decodePath(c.req.path))
    const wanted = join(folder, path)
    const isFile =
      path !== '/' &&
      path !== '/index.html' &&
      wanted.startsWith(folder) &&
      extname(path) !== '' &&
      existsSync(wanted) &&
      statSync(wanted).isFile()
    const file = isFile ? wanted : join(folder, 'index.html')
    if (!existsSync(file)) return c.text('As telas do Prumo ainda não foram construídas. Rode `npm start`.', 503)
    const accepted = c.req.header('Accept-Encoding') ?? ''
    const [encoding, suffix] = ENCODINGS.find(([name, end]) => accepted.includes(name) && existsSync(file + end)) ?? [
      '',
      '',
    ]
    return c.body(new Uint8Array(readFileSync(file + suffix)), 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      // Built files carry their hash in the name; the page itself is always asked for again.
      'Cache-Control': isFile ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      // A worker's own file says what the worker may do.
      'Content-Security-Policy': policy(images),
    })
  })
}

/** The name of the built screens' first file, which changes with every build; '' when they are not built. */
export function buildName(folder: string): string {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return ''
  return /<script type="module" src="\/([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
}

function policy(images: string | undefined): string {
  const origin = images && URL.canParse(images) ? ` ${new URL(images).origin}` : ''
  // Monitors of scales and printers answer beside the browser, and on its network (web/devices). The socket of events is this server's own.
  const monitors = 'http://127.0.0.1:* http://*:8828 https://*.ts.net'
  // The reader of bar codes that a camera sees is compiled code of this server's.
  return `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:${origin}; style-src 'self' 'unsafe-inline'; connect-src 'self' ${monitors}; frame-ancestors 'self'; base-uri 'none'; form-action 'self'`
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
