import type { App, Services } from '../platform/app'

/** `GET /api/mapa`: where map tiles come from and whom to credit; nulls where none are set up (no address goes anywhere by default). */
export function mountMap(app: App, { tilesUrl, tilesCredit }: Services): void {
  app.get('/api/mapa', (c) => c.json({ tiles: tilesUrl ?? null, credito: tilesCredit ?? null }))
}
