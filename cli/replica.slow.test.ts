import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../fixtures/server-process'
import { type StreamingPair, startStreamingPair } from '../fixtures/streaming-replica'
import { replicaFindings } from './doctor-replica'

/** DATABASE_READ_URL, as whoever keeps a server meets it. */

let pair: StreamingPair
beforeAll(async () => {
  pair = await startStreamingPair()
}, 120_000)
afterAll(() => pair.stop())

const found = (databaseReadUrl: string | undefined) => replicaFindings(pair.primary, { databaseReadUrl })

it('`prumo serve` reads there, and says how it stands', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-reads-'))
  chmodSync(folder, 0o755)
  const server = await startServer({
    PRUMO_DATA: folder,
    DATABASE_URL: pair.primary.url,
    DATABASE_READ_URL: pair.replicaUrl,
    PRUMO_SECRET: 'um segredo de teste',
    PRUMO_BACKUPS: '0',
  })
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\nprumo_replica_up 1\n')
  await server.stop()
  rmSync(folder, { recursive: true })
})

it('`prumo doctor` says what it is and what to do, and nothing where none is named', { timeout: 60_000 }, async () => {
  expect(await found(undefined)).toEqual([])
  expect(await found(pair.replicaUrl)).toMatchObject([
    { state: 'atenção', detail: expect.stringContaining('hot_standby_feedback desligado') },
  ])
  expect(await found(pair.primary.url)).toMatchObject([
    { state: 'falha', detail: expect.stringContaining('não acompanha banco nenhum') },
  ])
  pair.killReplica()
  expect(await found(pair.replicaUrl)).toMatchObject([
    {
      state: 'falha',
      detail: expect.stringContaining('não responde'),
      mend: expect.stringContaining('DATABASE_READ_URL'),
    },
  ])
  await pair.startReplica('considerate')
  expect(await found(pair.replicaUrl)).toMatchObject([{ state: 'ok', detail: '0 s atrás' }])
})
