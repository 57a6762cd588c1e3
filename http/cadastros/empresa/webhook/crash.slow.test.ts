import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../../../fixtures/server-process'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../fixtures/simulators/webhook'
import { startEmbedded } from '../../../db/embedded'

/** A server is killed while the receiver has a delivery in its hands and has not answered: the next server delivers it, under the same identifier. */

const EMAIL = 'admin@teste.example'
const PASSWORD = 'senha-de-teste-1'
const LONG_MS = 150_000
const dataDir = mkdtempSync(join(tmpdir(), 'prumo-entrega-'))
const env = {
  PRUMO_DATA: dataDir,
  DATABASE_URL: '',
  PRUMO_ADMIN_EMAIL: EMAIL,
  PRUMO_ADMIN_PASSWORD: PASSWORD,
  PRUMO_ALLOW_PRIVATE_HOSTS: '1',
}
let receiver: WebhookReceiver
let server: ServerProcess

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  receiver = await startWebhookReceiver()
  server = await startServer(env)
}, LONG_MS)
afterAll(async () => {
  await server?.stop()
  await receiver?.stop()
  await (await startEmbedded(dataDir)).stop()
  rmSync(dataDir, { recursive: true, force: true })
}, LONG_MS)

async function api(token: string, method: string, path: string, body: object = {}) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

const signIn = async (): Promise<string> =>
  (await api('', 'POST', 'authenticate', { email: EMAIL, password: PASSWORD })).token

describe('a killed server', () => {
  it(
    'loses no delivery: at least once, with the same identifier and body',
    async () => {
      const token = await signIn()
      const hook = await api(token, 'POST', 'cadastros/empresa_webhook', {
        empresa_id: 1,
        event_type: 'VENDA_FECHADA',
        webhook_url: receiver.url,
      })
      const { segredo } = await api(token, 'POST', `cadastros/empresa_webhook/${hook.id}/geraSegredo`)
      receiver.expect(segredo)
      receiver.treat('silence')
      const { identificador } = await api(token, 'POST', `cadastros/empresa_webhook/${hook.id}/testa`)
      await receiver.arrived(1, 20_000)
      await server.kill()
      server = await startServer(env)
      // The lease of the try that died runs out first.
      await receiver.arrived(2, 90_000)
      const [first, second] = receiver.received
      expect([first?.id, second?.id]).toEqual([identificador, identificador])
      expect([first?.attempt, second?.attempt]).toEqual([1, 2])
      expect(second?.text).toBe(first?.text)
      expect(receiver.received.flatMap((one) => one.faults)).toEqual([])
      const again = await signIn()
      for (let tries = 0; tries < 50; tries++) {
        const { data } = await api(again, 'GET', 'cadastros/webhook_entrega')
        if (data[0].status === 'entregue') return
        await Bun.sleep(100)
      }
      throw new Error('The delivery is not noted as delivered.')
    },
    LONG_MS,
  )
})
