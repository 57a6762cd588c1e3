import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from './app'
import { mountWeb } from './web'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-telas-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('the page may ask its own server, sockets too, and monitors beside it; pictures come from the map as well', async () => {
  const app: App = new Hono()
  mountWeb(app, folder, 'https://tiles.example/{z}/{x}/{y}.png')
  const { headers } = await app.request('/ui/estoque')
  const policy = (headers.get('Content-Security-Policy') ?? '').split('; ')
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:* http://*:8828 https://*.ts.net")
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example")
})
