import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankSftp, startBankSftp } from '../../../fixtures/simulators/bank-sftp'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { PayingBank } from '../../../fixtures/simulators/paying-bank'
import type { TestServer } from '../../../fixtures/test-server'
import * as collecting from '../boleto/collecting.fixture'
import * as paying from '../pagamentos/paying.fixture'
import { bySftp } from './ways.fixture'

/** Files that nobody knows to be with the bank, until it answers to them. */

let sftp: BankSftp
let servers: readonly [paying: TestServer, collecting: TestServer]

beforeAll(async () => {
  sftp = await startBankSftp()
  servers = [await paying.openPaying({ allowPrivate: true }), await collecting.openCollecting({ allowPrivate: true })]
  const said = bySftp(sftp)
  await paying.ok('PUT', `/api/banco/${paying.ids.account}`, said)
  await collecting.ok('PUT', `/api/banco/${collecting.ids.account}`, said)
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await sftp.stop()
})

describe('the bank’s answer', () => {
  it('to payments proves that it has their file', async () => {
    const bank = new PayingBank()
    sftp.treat('takenAndCut')
    const made = await paying.sent([(await paying.owes('70.00')).id])
    await servers[0].runJobs()
    const fileOf = async () => (await paying.remittance(made.id)).arquivos[0]
    expect(await fileOf()).toMatchObject({ entrega: 'incerta', xEntrega: null })
    bank.receive(made.files[0] ?? new Uint8Array())
    bank.tell({ numero: String(made.items[0]), codigo: 'BD' })
    await paying.taken(bank.files())
    expect(await fileOf()).toMatchObject({ entrega: 'respondida', xEntrega: 'O banco respondeu ao arquivo' })
  })

  it('to boletos proves that it has theirs; one that was delivered is discarded by nobody', async () => {
    const bank = new CollectionBank()
    const { collected, ok, sent, taken } = collecting
    sftp.treat('takenAndCut')
    await collected('80.00')
    const { made, bytes } = await sent()
    expect(made).toMatchObject({ entrega: 'na_fila' })
    await servers[1].runJobs()
    expect(await ok('GET', `/api/remessa/${made.id}`)).toMatchObject({ entrega: 'incerta' })
    expect(sftp.handed.at(-1)?.bytes.equals(Buffer.from(bytes))).toBe(true)
    bank.receive(bytes)
    await taken(bank.file())
    expect(await ok('GET', `/api/remessa/${made.id}`)).toMatchObject({
      entrega: 'respondida',
      xEntrega: 'O banco respondeu ao arquivo',
    })
    await collected('81.00')
    const next = (await sent()).made
    await servers[1].runJobs()
    const gone = await collecting.call('POST', `/api/remessa/${next.id}/descarta`, {
      naoEnviada: true,
      xMotivo: 'engano',
    })
    expect(gone).toMatchObject({ status: 400, body: { code: 'delivered' } })
  })
})
