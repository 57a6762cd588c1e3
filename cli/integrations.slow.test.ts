import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTray, type TraySimulator } from '../fixtures/simulators/tray'
import { startWebhookReceiver, type WebhookReceiver } from '../fixtures/simulators/webhook'
import { startWhatsapp, type WhatsappSimulator } from '../fixtures/simulators/whatsapp'
import { testDatabase, type TestDatabase } from '../fixtures/test-database'
import { testServices } from '../fixtures/test-services'
import { SYSTEM } from '../http/db/pool'
import { rowsOf } from '../http/platform/context'
import { install } from './setup/install'
import { runPrumo } from '../fixtures/run-prumo'

/** What companies connect to, from the terminal: webhooks, secrets, and what doctor says of them. */

/** Each command is a process of its own. */
const LONG_MS = 90_000
const folder = mkdtempSync(join(tmpdir(), 'prumo-integ-'))
let database: TestDatabase
let whatsapp: WhatsappSimulator
let tray: TraySimulator
let receiver: WebhookReceiver
let env: Record<string, string>

beforeAll(async () => {
  ;[database, whatsapp, tray, receiver] = await Promise.all([
    testDatabase(),
    startWhatsapp(),
    startTray(),
    startWebhookReceiver(),
  ])
  await install(
    testServices(database.pool),
    { adminEmail: 'dono@exemplo.com', adminPassword: 'uma senha longa' },
    { demo: false },
  )
  env = {
    PATH: process.env.PATH ?? '',
    PRUMO_DATA: folder,
    DATABASE_URL: database.url,
    PRUMO_SECRET: 'primeira',
    PRUMO_ALLOW_PRIVATE_HOSTS: '1',
    WHATSAPP_URL: whatsapp.url,
    WHATSAPP_KEY: whatsapp.key,
    PORT: '0',
  }
})
afterAll(async () => {
  await Promise.all([database, whatsapp, tray, receiver].map((one) => ('stop' in one ? one.stop() : one.close())))
  rmSync(folder, { recursive: true })
})

const prumo = (args: readonly string[], more: Record<string, string> = {}) =>
  runPrumo(args, { folder, env: { ...env, ...more } })

const query = (text: string) => database.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))

async function findings(more: Record<string, string> = {}): Promise<Map<string, { state: string; detail: string }>> {
  const { out } = await prumo(['doctor', '--json'], more)
  const lines: { name: string; state: string; detail: string }[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return new Map(lines.map((one) => [one.name, one]))
}

describe('prumo webhook', () => {
  it(
    'lists what failed and sends it again',
    async () => {
      const data = JSON.stringify({
        webhook_id: 1,
        event_type: 'VENDA_FECHADA',
        evento_id: crypto.randomUUID(),
        webhook_url: receiver.url,
      })
      await query(`insert into troca (empresa_id, tipo, assunto, chave, fila, recurso, registro_id, corpo, dados, status, erro)
      values (1, 'webhook', 'VENDA_FECHADA venda 1', gen_random_uuid(), '1', 'venda', 1, '{}', '${data}', 'falhou', 'Respondeu 500.')`)
      const listed = await prumo(['webhook', 'list', '--falhas'])
      expect(listed.out).toMatch(/VENDA_FECHADA +falhou.*Respondeu 500\./)
      expect(JSON.parse((await prumo(['webhook', 'list', '--json'])).out)).toMatchObject({ id: 1, status: 'falhou' })
      expect((await prumo(['webhook', 'resend', '1'])).out).toBe('A entrega voltou à fila.\n')
      expect((await prumo(['webhook', 'list', '--fila'])).out).toContain('na_fila')
      expect((await prumo(['webhook', 'resend', '999'])).code).toBe(1)
      for (const wrong of [['resend'], ['resend', '1', '--all'], ['list', '--limit', 'x']])
        expect((await prumo(['webhook', ...wrong])).code, wrong.join(' ')).toBe(2)
    },
    LONG_MS,
  )
})

describe('prumo doctor', () => {
  it(
    'says how the services of companies are, and what is wrong with them',
    async () => {
      const shop = JSON.stringify({ tray_url: `${tray.url}/web_api`, tray_token: tray.token })
      await prumo(['call', 'PUT', 'empresa/1', '--data', shop])
      const well = await findings()
      expect(well.get('segredos guardados')).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('chave atual'),
      })
      expect(well.get('certificados')).toMatchObject({ state: 'ok', detail: 'nenhum' })
      expect(well.get('WhatsApp de Minha empresa')).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('nenhum celular'),
      })
      expect(well.get('Tray de Minha empresa')).toMatchObject({ state: 'ok', detail: '3 formas de pagamento' })
      await query(`update troca set status = 'falhou', "dhProxima" = null`)
      expect((await findings({ WHATSAPP_KEY: 'errada' })).get('WhatsApp de Minha empresa')).toMatchObject({
        state: 'falha',
        detail: expect.stringContaining('recusou a chave'),
      })
      tray.misbehave('cut')
      const ill = await findings()
      expect(ill.get('Tray de Minha empresa')).toMatchObject({
        state: 'falha',
        detail: 'A Tray não respondeu. Tente de novo daqui a pouco.',
      })
      expect(ill.get('comunicações')).toMatchObject({ state: 'atenção', detail: '1 falharam' })
    },
    LONG_MS,
  )
})

describe('prumo secret reseal', () => {
  it(
    'moves every secret to the new key; without the old one nothing opens, and doctor says so',
    async () => {
      const lost = await findings({ PRUMO_SECRET: 'segunda' })
      expect(lost.get('segredos guardados')).toMatchObject({
        state: 'falha',
        detail: expect.stringContaining('não abrem'),
      })
      expect((await prumo(['secret', 'reseal'], { PRUMO_SECRET: 'segunda' })).code).toBe(1)
      const both = { PRUMO_SECRET: 'segunda', PRUMO_SECRET_OLD: 'primeira' }
      expect((await findings(both)).get('segredos guardados')?.state).toBe('atenção')
      expect((await prumo(['secret', 'reseal'], both)).out).toMatch(/^\d+ segredos cifrados com a chave atual\.\n$/)
      expect((await prumo(['secret', 'reseal'], both)).out).toBe('Todos os segredos já estão com a chave atual.\n')
      expect((await findings({ PRUMO_SECRET: 'segunda' })).get('segredos guardados')?.state).toBe('ok')
    },
    LONG_MS,
  )
})
